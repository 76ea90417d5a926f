import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { DriveRecords } from './drive-records.js';

/** One Drive, from its reservation on. */
export function AdminDrivePage(): ReactNode {
  return <DriveRecords back={<Link to="/admin/fleet-keys">All Drives</Link>} />;
}
