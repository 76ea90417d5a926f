import { Injectable } from '@nestjs/common';
import { AuthorAccounts } from '@portal/authors';
import type { Tx } from '@portal/platform/database';
import type { DeferReason, SyncDecision } from '../domain/sync-decision.js';
import type { ListingEntity, RevisionEntity } from '../../listing/listing.entity.js';
import { RevisionsRepository } from '../../listing/revisions.repository.js';
import { SubmissionsRepository } from '../../submissions/submissions.repository.js';
import { RevisionPrices } from '../../review/revision-prices.js';

/** Reason to defer a manifest that would be followed; `submissionId` is the submission that comes first. */
interface Deferral {
  reason: DeferReason;
  submissionId?: string;
}

/** Finds the reason to defer a valid changed manifest, and whether it still applies. The listing is locked. */
@Injectable()
export class SyncDeferrals {
  constructor(
    private readonly accounts: AuthorAccounts,
    private readonly revisions: RevisionsRepository,
    private readonly submissions: SubmissionsRepository,
    private readonly prices: RevisionPrices,
  ) {}

  /**
   * Undefined without a reason. `unknown` while the checks of the author's own submission run: it may contain this very
   * revision, and its result is known in a moment. `waits` when this very revision waits for its reviewer already.
   * A revision that is put live under an open submission would make its reviewer compare with a revision that is no
   * longer live, so a change that could go live at once waits for the author's own submission too.
   */
  async find(
    tx: Tx,
    { listing, revision, meant }: { listing: ListingEntity; revision: RevisionEntity; meant: SyncDecision['kind'] },
  ): Promise<Deferral | 'unknown' | 'waits' | undefined> {
    if (meant !== 'publish' && meant !== 'review') return undefined;
    if (await this.accounts.whyNot(tx, listing.orgId, 'update')) return { reason: 'author_suspended' };
    const open = await this.submissions.openOf(tx, listing.driveId);
    if (open?.revisionId === revision.id) return 'waits';
    if (open && open.submittedBy !== null)
      return open.revisionId === null ? 'unknown' : { reason: 'submission_open', submissionId: open.id };
    if (meant === 'review') return undefined;
    const missing = await this.prices.missing(tx, revision);
    return missing && { reason: missing };
  }

  /** Whether a revision that is recorded as deferred still is. */
  async stillApplies(
    tx: Tx,
    listing: ListingEntity,
    { kind, revisionId }: { kind: DeferReason; revisionId: string },
  ): Promise<boolean> {
    if (kind === 'author_suspended') return (await this.accounts.whyNot(tx, listing.orgId, 'update')) !== undefined;
    const open = await this.submissions.openOf(tx, listing.driveId);
    if (kind === 'submission_open') return open !== null && open.submittedBy !== null && open.revisionId !== revisionId;
    // Submitted meanwhile, it is for its reviewer to decide.
    if (open?.revisionId === revisionId) return true;
    return (await this.prices.missing(tx, await this.revisions.byId(tx, revisionId))) === kind;
  }
}
