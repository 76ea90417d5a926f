import { AppError } from '@portal/kernel';
import { putInForce } from '../../people/by-two.js';
import type { EventOf, ScenarioEvent } from './scenario.js';
import { AdjustmentEvents } from './adjustment-events.js';
import { AuthorEvents } from './author-events.js';
import { CollectionEvents } from './collection-events.js';
import { InstallEvents } from './install-events.js';
import { PayoutRunEvents } from './payout-run-events.js';
import type { Relay } from './relay.js';
import type { Stage } from './stage.js';
import { setShare } from './shares.js';
import { leave } from './world.js';

type Uses = { readonly [T in ScenarioEvent['type']]: (event: EventOf<T>) => Promise<void> | void };

/** In a country that no tenant is in. */
const SELLER = { legal_name: 'Seller', address: 'Street 1', country: 'AQ', tax_id: null };

/** Applies one event of a scenario with the product's own use cases. */
export class CaseRunner {
  readonly runs: PayoutRunEvents;
  readonly collecting: CollectionEvents;
  private readonly installs: InstallEvents;
  private readonly adjustments: AdjustmentEvents;
  private readonly authors: AuthorEvents;
  private readonly uses: Uses;

  constructor(
    private readonly stage: Stage,
    private readonly relay: Relay,
  ) {
    this.runs = new PayoutRunEvents(stage);
    this.collecting = new CollectionEvents(stage);
    this.installs = new InstallEvents(stage, relay);
    this.adjustments = new AdjustmentEvents(stage);
    this.authors = new AuthorEvents(stage);
    this.uses = this.usesOf(stage);
  }

  /** Policies and accounts that exist before the first event. */
  async begin(at: Date): Promise<void> {
    const { owner, names, scenario } = this.stage;
    if (!scenario.policies.has('operator_identity')) await this.setPolicy('operator_identity', SELLER, at);
    for (const [key, value] of scenario.policies) await this.setPolicy(key, value, at);
    for (const [author, { basis_points }] of scenario.authors)
      if (basis_points !== undefined) await setShare(owner, names, { author, basis_points }, at);
    for (const [drive, { basis_points }] of scenario.drives)
      if (basis_points !== undefined) await setShare(owner, names, { drive, basis_points }, at);
    for (const [author, { account, country }] of scenario.authors)
      if (account !== 'none') await this.authors.giveAccount(author, country, account);
    await this.relay.drain();
  }

  /** @throws Refused, AppError when the product refuses */
  async apply(event: ScenarioEvent): Promise<void> {
    await (this.uses[event.type] as (of: ScenarioEvent) => Promise<void> | void)(event);
  }

  private usesOf({ owner, names, provider, scenario }: Stage): Uses {
    const { installs, collecting, adjustments, authors, runs } = this;
    return {
      install: (event) => installs.install(event),
      change_plan: (event) => installs.changePlan(event),
      uninstall: (event) => installs.uninstall(event),
      billing: (event) => installs.switchBilling(event),
      // Which listings are live is read from the scenario when the month closes.
      list: () => undefined,
      delist: () => undefined,
      policy: ({ key, value, at }) => this.setPolicy(key, value, at),
      author_share: (event) => setShare(owner, names, event, event.at),
      card: (event) => collecting.card(event),
      payment: (event) => collecting.payment(event),
      write_off: (event) => collecting.writeOff(event),
      refund: (event) => adjustments.refund(event),
      refund_update: (event) => adjustments.refundUpdate(event),
      credit_note: (event) => adjustments.creditNote(event),
      dispute: (event) => adjustments.dispute(event),
      dispute_update: (event) => adjustments.disputeUpdate(event),
      payout_account: (event) => authors.payoutAccount(event),
      swap_account: (event) => authors.swapAccount(event),
      author_leaves: ({ author, at }) => leave(owner, names.id('author', author), at),
      hold: (event) => authors.hold(event),
      release_hold: (event) => authors.releaseHold(event),
      recovery: (event) => authors.recover(event),
      close_month: ({ month }) => runs.close(month),
      prepare_run: ({ month, by }) => runs.prepare(month, by),
      approve_run: ({ month, by }) => runs.approve(month, by),
      execute_run: ({ month }) => runs.execute(month),
      retry_run: ({ month }) => runs.retry(month),
      pause_run: ({ month }) => runs.pause(month),
      resume_run: ({ month }) => runs.resume(month),
      cancel_run: ({ month }) => runs.cancel(month),
      transfer: (event) => runs.transfer(event),
      balance: ({ currency, available }) => void provider.balances.set(currency ?? scenario.currency, available),
    };
  }

  private async setPolicy(key: string, value: unknown, at: Date): Promise<void> {
    try {
      const people = [this.stage.actor('proposer'), this.stage.actor('decider')] as const;
      await putInForce(this.stage, this.stage.owner, people, { key, value, validFrom: at });
    } catch (error) {
      if (!(error instanceof AppError && error.code === 'policy_unchanged')) throw error;
    }
  }
}
