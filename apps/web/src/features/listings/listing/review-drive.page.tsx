import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { DriveRecords } from './drive-records.js';
import { texts } from '../texts/listing.js';

/** One Drive that went live. */
export function ReviewDrivePage(): ReactNode {
  return <DriveRecords back={<Link to="/review/drives">{texts.reviewDrive.allLiveDrives}</Link>} />;
}
