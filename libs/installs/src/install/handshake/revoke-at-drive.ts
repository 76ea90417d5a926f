import { Injectable } from '@nestjs/common';
import { AppError, invariant } from '@portal/kernel';
import { Listings } from '@portal/listings';
import { failpoint } from '@portal/platform/config';
import { SealedBox } from '@portal/platform/crypto';
import { OutboundError } from '@portal/platform/outbound';
import { DriveCaller, type DriveAnswer } from '@portal/secrets';
import type { InstallRow } from '../installs.repository.js';
import { readRevokeAnswer } from '../domain/revoke-answer.js';
import { tokenSeal } from './sealed-tokens.js';

const TIMEOUT_MS = 10_000;

/** Result at the Drive, and whether it answered at all. */
type RevokedAtDrive =
  | { readonly kind: 'revoked' | 'gone'; readonly status: number; readonly answered: true }
  | { readonly kind: 'open'; readonly reason: string; readonly answered: boolean };

/**
 * Ends an install at its Drive (contract: DELETE install/:id). With several known ids the Drive is called for each,
 * until it confirms that one is revoked; the install is gone when it knows none of them.
 */
@Injectable()
export class RevokeAtDrive {
  constructor(
    private readonly listings: Listings,
    private readonly drives: DriveCaller,
    private readonly box: SealedBox,
  ) {}

  /** Never throws for failures of the Drive or the connection. @param ids at least one; the first is tried first */
  async execute(install: InstallRow, ids: readonly string[]): Promise<RevokedAtDrive> {
    const drive = await this.listings.callable(install.revisionId);
    invariant(drive, 'the revision of an install is never removed');
    const bearer = install.scopedToken && this.box.open(install.scopedToken, tokenSeal(install.id)).reveal();
    let status = 404;
    try {
      for (const id of ids) {
        const path = drive.manifest.endpoints.uninstall.replace(':id', () => encodeURIComponent(id));
        const answer = await this.send(install, drive.origin, path, bearer);
        failpoint('uninstall.sent');
        const read = readRevokeAnswer(answer.status, answer.body, ids);
        ({ status } = answer);
        if (read.kind === 'open') return { ...read, answered: true };
        if (read.kind === 'revoked') return { kind: 'revoked', status, answered: true };
      }
      return { kind: 'gone', status, answered: true };
    } catch (error) {
      if (error instanceof AppError) return { kind: 'open', reason: error.message, answered: true };
      if (!(error instanceof OutboundError)) throw error;
      return { kind: 'open', reason: `The plugin could not be notified: ${error.message}`, answered: false };
    }
  }

  /** A Drive that has ended the install before may refuse its token; with the signature alone it answers. */
  private async send(install: InstallRow, origin: string, path: string, bearer: string | null): Promise<DriveAnswer> {
    const { driveId, tenantId, id: installId } = install;
    const call = { driveId, tenantId, installId, origin, path, method: 'DELETE', timeoutMs: TIMEOUT_MS } as const;
    const answer = await this.drives.call(bearer === null ? call : { ...call, bearer });
    return bearer !== null && answer.status === 401 ? this.drives.call(call) : answer;
  }
}
