import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { DriveRecords } from './drive-records.js';
import { texts } from '../texts/listing.js';

/** One Drive, from its reservation on. */
export function AdminDrivePage(): ReactNode {
  return <DriveRecords back={<Link to="/admin/fleet-keys">{texts.adminDrive.allDrives}</Link>} />;
}
