import { Inject, Injectable, Optional } from '@nestjs/common';
import type { ApprovalKind, ApprovalPreview, ApprovalSubject, Approved } from '@portal/approvals';
import type { Actor } from '@portal/platform/access';
import type { Tx } from '@portal/platform/database';
import { listingStates } from '../listing/domain/listing-state.js';
import { ListingEnded } from '../events.js';
import { InstallCounts } from '../listing/install-counts.js';
import { ListingTransitions } from '../listing/listing-transitions.js';
import { ListingsRepository } from '../listing/listings.repository.js';
import type { RemovalReason } from './domain/deprecation.js';
import { ListingStatusMails } from './listing-status-mails.js';
import { RetirementRepository } from './retirement.repository.js';

/** A Drive and everything that is installed of it ends at once. */
export interface Removal {
  readonly drive_id: string;
  readonly reason_code: RemovalReason;
}

const DAY_MS = 86_400_000;
const STAYS = { what: 'is not removed', more: 'If it was paused for this, it stays paused until it is resumed.' };

/** Removal at once, by two people; nothing can be installed while it waits. Only a granted appeal reverses it. */
@Injectable()
export class RemovalKind implements ApprovalKind<Removal> {
  readonly kind = 'removal';
  readonly subjectType = 'drive';
  readonly name = 'Removal of a Drive';
  readonly roles = ['reviewer', 'admin'] as const;
  readonly waitsMs = 30 * DAY_MS;

  constructor(
    private readonly listings: ListingsRepository,
    private readonly retirement: RetirementRepository,
    private readonly transitions: ListingTransitions,
    private readonly mails: ListingStatusMails,
    @Optional() @Inject(InstallCounts) private readonly counts?: InstallCounts,
  ) {}

  /** @throws AppError `listing_not_found` (404), `listing_not_live`, `invalid_transition` (409) */
  async subject(tx: Tx, { drive_id, reason_code }: Removal): Promise<ApprovalSubject> {
    const { name, orgId, state } = await this.listings.lockLive(tx, drive_id);
    listingStates.assert(state, 'removed');
    const title = `Removal of ${name}: ${reason_code.replace('_', ' ')}`;
    return { subjectId: drive_id, title, organizations: [orgId] };
  }

  async preview({ drive_id }: Removal): Promise<ApprovalPreview> {
    const installs = (await this.counts?.byDrive([drive_id]))?.get(drive_id) ?? 0;
    return {
      effects: [
        'The Drive leaves the catalogue for good, and an announced retirement with it.',
        `Installs that end immediately, whose operators are notified: ${installs}.`,
        'Its author can appeal within 30 days.',
      ],
      warnings: ['If an appeal is granted, the Drive returns but its installs do not.'],
    };
  }

  /** @throws AppError `invalid_transition` (409) */
  async apply(tx: Tx, { id, payload, reason }: Approved<Removal>, actor: Actor): Promise<void> {
    const { drive_id: driveId, reason_code: reasonCode } = payload;
    const listing = await this.listings.lockLive(tx, driveId);
    listingStates.assert(listing.state, 'removed');
    await this.retirement.remove(tx, { approvalId: id, driveId, reasonCode });
    const deprecation = await this.retirement.openDeprecation(tx, driveId);
    if (deprecation && deprecation.closedAt === null) await this.retirement.withdrawDeprecation(tx, deprecation.id);
    await this.transitions.move(tx, { actor, listing, to: 'removed', reason });
    await tx.emit(ListingEnded, { drive_id: driveId, how: 'removed', reason });
    await this.mails.removed(tx, listing, reason, await this.mails.authors(tx, listing.orgId));
  }

  async ended(tx: Tx, { payload }: Approved<Removal>, _actor: Actor, note: string | null): Promise<void> {
    const listing = await this.listings.lockLive(tx, payload.drive_id);
    const authors = await this.mails.authors(tx, listing.orgId);
    await this.mails.statusChanged(tx, listing, { ...STAYS, reason: note ?? 'It was withdrawn.' }, authors);
  }
}
