import { Injectable } from '@nestjs/common';
import { AuthorAccounts, Drives, type Departure } from '@portal/authors';
import { SYSTEM_ACTOR, Transactor } from '@portal/platform';
import { AnnounceSunset } from './announce-sunset.js';
import { SUNSET_NOTICE_DAYS } from './domain/sunset.js';
import { EndingsRepository } from './endings.repository.js';
import { ListingsRepository } from '../listing/listings.repository.js';
import { WithdrawSunset } from './withdraw-sunset.js';

const DAY_MS = 86_400_000;
const REASON = 'The author of this Drive leaves the portal';

/** The Drives of an author who leaves end with the account, each announced to whoever has it installed. */
@Injectable()
export class EndDrivesOfAuthor {
  constructor(
    private readonly transactor: Transactor,
    private readonly accounts: AuthorAccounts,
    private readonly drives: Drives,
    private readonly listings: ListingsRepository,
    private readonly endings: EndingsRepository,
    private readonly sunset: AnnounceSunset,
    private readonly withdraw: WithdrawSunset,
  ) {}

  /**
   * Brings the ends of an author's Drives in line with whether the author leaves. What is told of a departure arrives in
   * any order and at once, so it is looked up and not taken from the message; repeating is harmless.
   */
  async follow(orgId: string): Promise<void> {
    for (;;) {
      const departure = await this.accounts.departure(orgId);
      await (departure ? this.announce(orgId, departure) : this.takeBack(orgId));
      // Decided anew while this was carried out: whoever was told of that may have been here too early.
      if ((await this.accounts.departure(orgId))?.id === departure?.id) return;
    }
  }

  /** Drives whose end is announced already keep their days. */
  private async announce(orgId: string, departure: Departure): Promise<void> {
    for (const { driveId } of await this.drives.ofOrg(orgId)) {
      const [state, now] = await this.transactor.run(async (tx) => {
        const listing = await this.listings.lock(tx, driveId);
        return [listing?.state, tx.now] as const;
      });
      if (state !== 'listed' && state !== 'paused') continue;
      // Told late, because the worker was away, tenants still get their time.
      const closesAt = new Date(Math.max(now.getTime() + DAY_MS, departure.closesAt.getTime()));
      const fair = now.getTime() + (SUNSET_NOTICE_DAYS + 1) * DAY_MS;
      const retiresAt = new Date(Math.max(fair, departure.endsAt.getTime()));
      await this.sunset.execute({ actor: SYSTEM_ACTOR, driveId, reason: REASON, closesAt, retiresAt });
    }
  }

  /** The author stays: the ends that were announced for the departure are taken back, those of before are not. */
  private async takeBack(orgId: string): Promise<void> {
    for (const { driveId } of await this.drives.ofOrg(orgId)) {
      const open = await this.transactor.run(async (tx) => {
        const listing = await this.listings.lock(tx, driveId);
        return listing && (await this.endings.openSunset(tx, driveId));
      });
      if (open?.reason !== REASON || open.closedAt !== null) continue;
      await this.withdraw.execute({ actor: SYSTEM_ACTOR, driveId, reason: 'The author stays' });
    }
  }
}
