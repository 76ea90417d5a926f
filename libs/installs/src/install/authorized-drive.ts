import { authorsErrors, type Drives } from '@portal/authors';
import { scopeIds, type Actor } from '@portal/platform/access';

/**
 * Passes when the Drive is the caller's. A Drive of others and an unknown one give the same answer.
 * @throws AppError `drive_not_found` (404)
 */
export async function assertOwnDrive(drives: Drives, actor: Actor, driveId: string): Promise<void> {
  const drive = await drives.get(driveId);
  if (!drive || !scopeIds(actor, 'author').includes(drive.orgId)) throw authorsErrors.drive_not_found();
}
