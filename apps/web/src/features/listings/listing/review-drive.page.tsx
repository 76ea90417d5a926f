import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { DriveRecords } from './drive-records.js';

/** One Drive that went live. */
export function ReviewDrivePage(): ReactNode {
  return <DriveRecords back={<Link to="/review/drives">All live Drives</Link>} />;
}
