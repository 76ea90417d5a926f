import { Injectable } from '@nestjs/common';
import { Ids } from '@portal/kernel';
import { scopeIds, type Actor } from '@portal/platform/access';
import type { Tx } from '@portal/platform/database';
import { listingStates, type ListingState } from './domain/listing-state.js';
import { ListingStateChanged, type ChangedBy } from '../events.js';
import type { ListingEntity } from './listing.entity.js';
import { ListingsRepository } from './listings.repository.js';

interface Move {
  actor: Actor;
  /** The listing as it was when it was locked. */
  listing: Pick<ListingEntity, 'driveId' | 'orgId' | 'state'>;
  to: ListingState;
  /** For the author and for staff; null where none was required. */
  reason: string | null;
}

/** The transitions of listings with their history row and event. The audit row is its use case's. */
@Injectable()
export class ListingTransitions {
  constructor(
    private readonly ids: Ids,
    private readonly listings: ListingsRepository,
  ) {}

  /** @throws AppError `invalid_transition` (409), also when another request was faster */
  async move(tx: Tx, move: Move): Promise<void> {
    const { listing, to } = move;
    listingStates.assert(listing.state, to);
    // Its catalogue fields are not writable for callers.
    const moved = await tx.bypassRowSecurity(() => this.listings.move(tx, listing.driveId, listing.state, to));
    if (!moved) listingStates.assert(to, to);
    await this.moved(tx, move);
  }

  /** Records a transition that another statement has made: the first publication. */
  async moved(tx: Tx, { actor, listing, to, reason }: Move): Promise<void> {
    const { driveId, orgId, state: from } = listing;
    const by = changedBy(actor, orgId);
    // Authors may read the history, and no caller may write it.
    await tx.bypassRowSecurity(() =>
      tx.query(
        `insert into listings.state_changes (id, drive_id, from_state, to_state, changed_at, changed_by, reason) values ($1, $2, $3, $4, $5, $6, $7)`,
        [this.ids.next(), driveId, from, to, tx.now, by, reason],
      ),
    );
    const changed_at = tx.now.toISOString();
    await tx.emit(ListingStateChanged, { drive_id: driveId, from, to, by, reason, changed_at });
  }
}

/** Members of the author act for it; of everybody else the author learns only that it was the host. */
function changedBy(actor: Actor, orgId: string): ChangedBy {
  if (actor.kind === 'system') return 'portal';
  return scopeIds(actor, 'author').includes(orgId) ? 'author' : 'staff';
}
