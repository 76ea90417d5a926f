import { Injectable } from '@nestjs/common';
import { AuthorAccounts, Drives, type Offboarding } from '@portal/authors';
import { SYSTEM_ACTOR } from '@portal/platform/access';
import { Transactor } from '@portal/platform/database';
import { AnnounceDeprecation } from './announce-deprecation.js';
import { DEPRECATION_NOTICE_DAYS } from './domain/deprecation.js';
import { RetirementRepository } from './retirement.repository.js';
import { ListingsRepository } from '../listing/listings.repository.js';
import { WithdrawDeprecation } from './withdraw-deprecation.js';

const DAY_MS = 86_400_000;
const REASON = 'The author of this Drive leaves the portal';

/** The Drives of an author who leaves end with the account, each announced to its operators. */
@Injectable()
export class EndDrivesOfAuthor {
  constructor(
    private readonly transactor: Transactor,
    private readonly accounts: AuthorAccounts,
    private readonly drives: Drives,
    private readonly listings: ListingsRepository,
    private readonly retirement: RetirementRepository,
    private readonly sunset: AnnounceDeprecation,
    private readonly withdraw: WithdrawDeprecation,
  ) {}

  /**
   * Brings the ends of an author's Drives in line with whether the author leaves. Events of an offboarding arrive in
   * any order and at once, so it is looked up and not taken from the message; repeating is harmless.
   */
  async follow(orgId: string): Promise<void> {
    for (;;) {
      const offboarding = await this.accounts.offboarding(orgId);
      await (offboarding ? this.announce(orgId, offboarding) : this.takeBack(orgId));
      // The decision changed during this run: the run for the new decision may have come too early.
      if ((await this.accounts.offboarding(orgId))?.id === offboarding?.id) return;
    }
  }

  /** Drives whose end is announced already keep their days. */
  private async announce(orgId: string, offboarding: Offboarding): Promise<void> {
    for (const { driveId } of await this.drives.ofOrg(orgId)) {
      const [state, now] = await this.transactor.run(async (tx) => {
        const listing = await this.listings.lock(tx, driveId);
        return [listing?.state, tx.now] as const;
      });
      if (state !== 'listed' && state !== 'paused') continue;
      // When this runs late, because the worker was down, tenants still get their time.
      const closesAt = new Date(Math.max(now.getTime() + DAY_MS, offboarding.closesAt.getTime()));
      const fair = now.getTime() + (DEPRECATION_NOTICE_DAYS + 1) * DAY_MS;
      const retiresAt = new Date(Math.max(fair, offboarding.endsAt.getTime()));
      await this.sunset.execute({ actor: SYSTEM_ACTOR, driveId, reason: REASON, closesAt, retiresAt });
    }
  }

  /** The author stays: ends announced for the offboarding are cancelled, earlier ones are not. */
  private async takeBack(orgId: string): Promise<void> {
    for (const { driveId } of await this.drives.ofOrg(orgId)) {
      const open = await this.transactor.run(async (tx) => {
        const listing = await this.listings.lock(tx, driveId);
        return listing && (await this.retirement.openDeprecation(tx, driveId));
      });
      if (open?.reason !== REASON || open.closedAt !== null) continue;
      await this.withdraw.execute({ actor: SYSTEM_ACTOR, driveId, reason: 'The author stays' });
    }
  }
}
