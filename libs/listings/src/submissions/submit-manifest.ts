import { Injectable } from '@nestjs/common';
import { assertMay } from '@portal/approvals';
import { AuthorAccounts } from '@portal/authors';
import type { Actor } from '@portal/platform/access';
import { refusalOf, Transactor } from '@portal/platform/database';
import { listingsErrors } from '../errors.js';
import { ManifestAddress } from '../validator/manifest-address.js';
import { AuthorizedDrives } from '../listing/authorized-drives.js';
import { DRIVE_CAPABILITIES } from '../listing/domain/drive-capabilities.js';
import { ListingsRepository } from '../listing/listings.repository.js';
import { SubmissionTransitions } from './submission-transitions.js';

/** An author submits the address of a manifest. The checks run in the worker. */
@Injectable()
export class SubmitManifest {
  constructor(
    private readonly authorized: AuthorizedDrives,
    private readonly address: ManifestAddress,
    private readonly accounts: AuthorAccounts,
    private readonly transactor: Transactor,
    private readonly listings: ListingsRepository,
    private readonly transitions: SubmissionTransitions,
  ) {}

  /**
   * Returns the id of the submission. An earlier one that waits for the author or for a reviewer is withdrawn.
   * @throws AppError `drive_not_found` (404), `manifest_url_refused` (400), `signing_key_missing`, `submission_open`, `too_many_submissions`,
   *   `listing_not_live` (409) when the Drive has ended,
   *   and the refusals of `AuthorAccounts.assertMay`.
   */
  async execute(input: { actor: Actor; driveId: string; manifestUrl: string }): Promise<string> {
    const { actor, manifestUrl } = input;
    const drive = await this.authorized.withKey(actor, input.driveId);
    const origin = this.address.originOf(manifestUrl, '/manifest_url');
    const received = this.transactor.run(async (tx) => {
      await this.accounts.assertMay(tx, drive.orgId, 'submit');
      const listing = await this.listings.open(tx, drive);
      await assertMay(tx, DRIVE_CAPABILITIES, { id: drive.driveId, state: listing.state }, 'submit');
      await this.transitions.makeRoom(tx, actor, drive.driveId);
      return this.transitions.receive(tx, actor, {
        driveId: drive.driveId,
        orgId: drive.orgId,
        kind: listing.liveRevisionId === null ? 'initial' : 'update',
        manifestUrl,
        origin,
      });
    });
    return received.catch((error: unknown) => {
      throw refusalOf(error, { submissions_a_day: listingsErrors.too_many_submissions });
    });
  }
}
