import { Injectable } from '@nestjs/common';
import { authorsErrors, Drives, type ReservedDrive } from '@portal/authors';
import { AppError } from '@portal/kernel';
import { scopeIds, type Actor } from '@portal/platform/access';

const STAFF: readonly string[] = ['reviewer', 'admin'];

/**
 * Finds a Drive whose records the caller may read, in whatever state it is: its author's, any for reviewers and admins.
 * Somebody else's Drive and no Drive give the same answer.
 */
@Injectable()
export class ReadableDrives {
  constructor(private readonly drives: Drives) {}

  /** @throws AppError `drive_not_found` (404) */
  async of(actor: Actor, driveId: string): Promise<ReservedDrive> {
    const drive = await this.drives.get(driveId);
    const staff = actor.roles.some(({ role }) => STAFF.includes(role));
    if (!drive || (!staff && !scopeIds(actor, 'author').includes(drive.orgId)))
      throw new AppError(authorsErrors.drive_not_found);
    return drive;
  }
}
