import { Injectable } from '@nestjs/common';
import { authorsErrors, Drives, type ReservedDrive } from '@portal/authors';
import { scopeIds, type Actor } from '@portal/platform/access';
import { secretsErrors, SigningKeys } from '@portal/secrets';

const STAFF: readonly string[] = ['reviewer', 'admin'];

/** Finds a Drive of the caller's organisation. A Drive of others and an unknown one give the same answer. */
@Injectable()
export class AuthorizedDrives {
  constructor(
    private readonly drives: Drives,
    private readonly keys: SigningKeys,
  ) {}

  /** @throws AppError `drive_not_found` (404) */
  async of(actor: Actor, driveId: string): Promise<ReservedDrive> {
    const drive = await this.drives.get(driveId);
    if (!drive || !scopeIds(actor, 'author').includes(drive.orgId)) throw authorsErrors.drive_not_found();
    return drive;
  }

  /** Its records are read by its author, reviewers and admins, in whatever state it is. @throws AppError as `of` */
  async readable(actor: Actor, driveId: string): Promise<ReservedDrive> {
    if (!actor.roles.some(({ role }) => STAFF.includes(role))) return this.of(actor, driveId);
    const drive = await this.drives.get(driveId);
    if (!drive) throw authorsErrors.drive_not_found();
    return drive;
  }

  /** As `of`, for a Drive that can be called. @throws AppError also `signing_key_missing` (409) */
  async withKey(actor: Actor, driveId: string): Promise<ReservedDrive> {
    const drive = await this.of(actor, driveId);
    const keys = await this.keys.list(drive.driveId);
    if (!keys.some((key) => key.state === 'active')) throw secretsErrors.signing_key_missing();
    return drive;
  }
}
