import { Injectable } from '@nestjs/common';
import { SYSTEM_ACTOR } from '@portal/platform/access';
import { Transactor, type Tx } from '@portal/platform/database';
import type { ListingState } from '../listing/domain/listing-state.js';
import { ListingEnded } from '../events.js';
import { ListingTransitions } from '../listing/listing-transitions.js';
import { DeprecationEntity } from './retirement.entity.js';
import { RetirementRepository } from './retirement.repository.js';
import type { ListingEntity } from '../listing/listing.entity.js';
import { ListingsRepository } from '../listing/listings.repository.js';

const AT_ONCE = 100;

/** Carries out announced ends on their days: closes to installs, then retires. Each Drive in its own transaction. */
@Injectable()
export class AdvanceDeprecations {
  constructor(
    private readonly transactor: Transactor,
    private readonly listings: ListingsRepository,
    private readonly retirement: RetirementRepository,
    private readonly transitions: ListingTransitions,
  ) {}

  async execute(): Promise<void> {
    const due = await this.transactor.run((tx) => this.retirement.due(tx, AT_ONCE));
    for (const driveId of due) await this.transactor.run((tx) => this.step(tx, driveId));
  }

  private async step(tx: Tx, driveId: string): Promise<void> {
    const listing = await this.listings.lock(tx, driveId);
    const deprecation = listing && (await this.retirement.openDeprecation(tx, driveId));
    if (!deprecation) return;
    const { reason } = deprecation;
    let { state } = listing;
    if (deprecation.closedAt === null && deprecation.closesAt <= tx.now) {
      await tx.manager.update(DeprecationEntity, { id: deprecation.id }, { closedAt: tx.now });
      await this.move(tx, listing, 'closed_to_installs', reason);
      state = 'closed_to_installs';
    }
    if (state === 'closed_to_installs' && deprecation.retiresAt <= tx.now) {
      await tx.manager.update(DeprecationEntity, { id: deprecation.id }, { retiredAt: tx.now });
      await this.move(tx, { ...listing, state }, 'retired', reason);
      await tx.emit(ListingEnded, { drive_id: driveId, how: 'retired', reason: deprecation.reason });
    }
  }

  private async move(tx: Tx, listing: ListingEntity, to: ListingState, reason: string): Promise<void> {
    await this.transitions.move(tx, { actor: SYSTEM_ACTOR, listing, to, reason });
    const change = { before: { state: listing.state }, after: { state: to } };
    await tx.audit(SYSTEM_ACTOR, `listing.${to}`, ['drive', listing.driveId], change);
  }
}
