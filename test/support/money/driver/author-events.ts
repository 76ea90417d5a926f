import { Approvals } from '@portal/approvals';
import { EndHold, PlaceHold, RecoverBalance } from '@portal/payouts';
import type { EventOf } from './scenario.js';
import { Refused, type Stage } from './stage.js';
import { openAccount } from './world.js';

/** Applies events of authors' accounts at the processor, holds, and departures. */
export class AuthorEvents {
  private readonly accounts = new Map<string, { accountId: string; n: number }>();
  private readonly holds = new Map<string, string>();

  constructor(private readonly stage: Stage) {}

  async payoutAccount(event: EventOf<'payout_account'>): Promise<void> {
    const known = this.accounts.get(event.author);
    const country = event.country ?? this.stage.scenario.authors.get(event.author)!.country;
    if (!known) {
      if (event.account === 'closed') throw new Refused('no_account', 'The author has no account.');
      return this.giveAccount(event.author, country, event.account);
    }
    this.stage.provider.accounts.set(known.accountId, { state: event.account, country });
    await this.stage.hint('v2.core.account.updated', known.accountId);
  }

  async giveAccount(author: string, country: string, state: 'ready' | 'not_ready'): Promise<void> {
    const n = (this.accounts.get(author)?.n ?? 0) + 1;
    const accountId = await openAccount(this.stage.owner, this.stage.names, this.stage.provider, {
      author,
      country,
      n,
      state,
    });
    this.accounts.set(author, { accountId, n });
    await this.stage.hint('v2.core.account.updated', accountId);
  }

  async hold(event: EventOf<'hold'>): Promise<void> {
    const { id } = await this.stage.app.get(PlaceHold).execute(
      {
        orgId: this.stage.names.id('author', event.author),
        kind: event.kind,
        basisPoints: event.basis_points,
        windowMonths: event.months ?? null,
        endsAt: event.until ?? null,
        reason: event.reason,
      },
      this.stage.actor('holder'),
    );
    this.holds.set(event.hold, id);
    this.stage.names.learn(id, event.hold);
  }

  async releaseHold({ hold, now }: EventOf<'release_hold'>): Promise<void> {
    const id = this.holds.get(hold);
    if (id === undefined) throw new Refused('payout_hold_not_found', 'There is no such hold: it was refused.');
    await this.stage.app
      .get(EndHold)
      .execute(id, { reason: 'As the scenario says', releaseNow: now }, this.stage.actor('holder'));
  }

  /** An author's debt is settled by two people. */
  async recover(event: EventOf<'recovery'>): Promise<void> {
    const kind = this.stage.app.get(RecoverBalance);
    const payload = await kind.payloadOf({
      orgId: this.stage.names.id('author', event.author),
      currency: event.currency ?? this.stage.scenario.currency,
      amountMinor: event.amount ?? null,
      how: event.how,
      evidence: event.how === 'paid_otherwise' ? 'The scenario' : null,
    });
    const proposal = { kind, payload, reason: 'As the scenario says' };
    const id = await this.stage.app.get(Approvals).propose(this.stage.actor('proposer'), proposal);
    this.stage.names.learn(id, event.recovery);
    await this.stage.approve(id);
  }

  /** A replacement account; it takes over when it is ready, followed by its cool-down. */
  async swapAccount(event: EventOf<'swap_account'>): Promise<void> {
    if (!this.accounts.has(event.author))
      throw new Refused('payout_account_not_found', 'The author has no account that could be replaced.');
    const country = event.country ?? this.stage.scenario.authors.get(event.author)!.country;
    await this.giveAccount(event.author, country, event.account);
  }
}
