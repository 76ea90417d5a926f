import { Injectable } from '@nestjs/common';
import { assertMay } from '@portal/approvals';
import { AuthorAccounts } from '@portal/authors';
import { commonErrors } from '@portal/kernel';
import type { Actor } from '@portal/platform/access';
import { Transactor, type Tx } from '@portal/platform/database';
import { SubmissionsRepository } from '../submissions/submissions.repository.js';
import { DRIVE_CAPABILITIES } from '../listing/domain/drive-capabilities.js';
import { ListingMailer } from '../listing/listing-mailer.js';
import { ListingsRepository } from '../listing/listings.repository.js';
import { listingsErrors } from '../errors.js';
import { ContentsRepository } from './contents.repository.js';
import { contentStates, type ContentBody } from './domain/content.js';

/** One of the caller's own. */
export type OfDrive = { driveId: string; orgId: string };

/** An author writes and submits the content of a Drive; a reviewer decides, and approved content is live. */
@Injectable()
export class ContentService {
  constructor(
    private readonly transactor: Transactor,
    private readonly accounts: AuthorAccounts,
    private readonly listings: ListingsRepository,
    private readonly submissions: SubmissionsRepository,
    private readonly contents: ContentsRepository,
    private readonly mailer: ListingMailer,
  ) {}

  /**
   * Keeps what is written as a draft. `revision`: of the open version that was edited, 0 without one.
   * @throws AppError `drive_not_found`, `picture_not_found` (404), `content_in_review`, `changed_meanwhile`, `change_notes_fixed` (409)
   */
  async save(actor: Actor, drive: OfDrive, revision: number, body: ContentBody): Promise<void> {
    await this.transactor.run(async (tx) => {
      const open = await this.contents.lockOpen(tx, drive);
      if (open?.state === 'in_review') throw listingsErrors.content_in_review();
      if ((open?.revision ?? 0) !== revision) throw commonErrors.changed_meanwhile();
      const digests = body.screenshots.map(({ digest }) => digest);
      if ((await this.contents.countPictures(tx, drive.driveId, digests)) < digests.length)
        throw listingsErrors.picture_not_found();
      const versions = body.notes.map(({ version }) => version);
      if ((await this.contents.noted(tx, drive.driveId, versions)).length > 0)
        throw listingsErrors.change_notes_fixed();
      await this.contents.write(tx, actor, drive, open, body);
    });
  }

  /**
   * The author submits the open version (`in_review`), takes it back (`draft`) or discards it (`withdrawn`).
   * @throws AppError `drive_not_found`, `content_not_found` (404), `content_empty`, `listing_not_live`, `invalid_transition` (409),
   *   and the refusals of `AuthorAccounts.assertMay`
   */
  async move(actor: Actor, drive: OfDrive, state: 'draft' | 'in_review' | 'withdrawn'): Promise<void> {
    await this.transactor.run(async (tx) => {
      const open = await this.contents.lockOpen(tx, drive);
      if (!open) throw listingsErrors.content_not_found();
      contentStates.assert(open.state, state);
      const submitted = state === 'in_review';
      if (submitted) {
        await this.assertMay(tx, drive, 'submit');
        if (isEmpty(open.body)) throw listingsErrors.content_empty();
      }
      await this.contents.move(tx, open.id, { state, ...(submitted && { waitingSince: tx.now }) });
      await tx.audit(actor, `content.${state}`, ['drive', drive.driveId], { after: { content: open.id } });
    });
  }

  /**
   * A reviewer decides about the revision that was shown. Returns the Drive's id.
   * @throws AppError `content_not_found` (404), `own_organization` (403), `content_not_waiting`, `listing_not_live` (409),
   *   and the refusals of `AuthorAccounts.assertMay`
   */
  decide(
    actor: Actor,
    id: string,
    { state, reason, revision }: { state: 'approved' | 'changes_requested'; reason: string; revision: number },
  ): Promise<string> {
    return this.transactor.run(async (tx) => {
      const content = await this.contents.lock(tx, id);
      if (!content) throw listingsErrors.content_not_found();
      const { driveId, orgId } = content;
      await this.submissions.assertStranger(tx, orgId, actor.userId);
      if (content.state !== 'in_review' || content.revision !== revision) throw listingsErrors.content_not_waiting();
      if (state === 'approved') await this.assertMay(tx, content, 'publish');
      const decided = { decidedBy: actor.userId, decidedByName: actor.name, decidedAt: tx.now, reason };
      await this.contents.move(tx, id, { state, ...decided });
      await tx.audit(actor, `content.${state}`, ['drive', driveId], { after: { content: id, revision, reason } });
      const path = `/author/drives/${driveId}/listing`;
      const outcome = state === 'approved' ? 'is approved and live' : 'needs changes before it can go live';
      await this.mailer.notify(tx, await this.mailer.authors(orgId, tx), {
        topic: 'reviews',
        subject: `${await this.contents.nameOf(tx, driveId)}: what you wrote for its listing ${outcome}`,
        text: `The reviewer writes:\n${reason}\n\n${this.mailer.portal}${path}`,
        path,
      });
      return driveId;
    });
  }

  private async assertMay(tx: Tx, { driveId, orgId }: OfDrive, what: 'submit' | 'publish'): Promise<void> {
    await this.accounts.assertMay(tx, orgId, what);
    const listing = await this.listings.lock(tx, driveId);
    if (listing) await assertMay(tx, DRIVE_CAPABILITIES, { id: driveId, state: listing.state }, what);
  }
}

const isEmpty = ({ description, screenshots, links, notes }: ContentBody): boolean =>
  description === '' && screenshots.length + links.length + notes.length === 0;
