import { PolicyProposals } from '@portal/billing';
import { AppError, assertNever } from '@portal/kernel';
import type { ScenarioEvent } from './scenario.js';
import { PlayAdjustments } from './play-adjustments.js';
import { PlayAuthors } from './play-authors.js';
import { PlayCollecting } from './play-collecting.js';
import { PlayInstalls } from './play-installs.js';
import { PlayRuns } from './play-runs.js';
import type { Relay } from './relay.js';
import type { Stage } from './stage.js';
import { setShare } from './shares.js';

/** Plays one event of a scenario with the product's own use cases. */
export class Player {
  readonly runs: PlayRuns;
  readonly collecting: PlayCollecting;
  private readonly installs: PlayInstalls;
  private readonly adjustments: PlayAdjustments;
  private readonly authors: PlayAuthors;

  constructor(
    private readonly stage: Stage,
    private readonly relay: Relay,
  ) {
    this.runs = new PlayRuns(stage);
    this.collecting = new PlayCollecting(stage);
    this.installs = new PlayInstalls(stage, relay);
    this.adjustments = new PlayAdjustments(stage);
    this.authors = new PlayAuthors(stage);
  }

  /** Policies and accounts that exist before the first event. */
  async begin(at: Date): Promise<void> {
    const { owner, names, scenario } = this.stage;
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
  async play(event: ScenarioEvent): Promise<void> {
    const { installs, collecting, adjustments, authors, runs, stage } = this;
    switch (event.type) {
      case 'install':
        return installs.install(event);
      case 'change_plan':
        return installs.changePlan(event);
      case 'uninstall':
        return installs.uninstall(event);
      case 'billing':
        return installs.switchBilling(event);
      // Which listings are live is read from the scenario when the month closes.
      case 'list':
      case 'delist':
        return;
      case 'policy':
        return this.setPolicy(event.key, event.value, event.at);
      case 'author_share':
        return setShare(stage.owner, stage.names, event, event.at);
      case 'card':
        return collecting.card(event);
      case 'payment':
        return collecting.payment(event);
      case 'write_off':
        return collecting.writeOff(event);
      case 'refund':
        return adjustments.refund(event);
      case 'refund_update':
        return adjustments.refundUpdate(event);
      case 'credit_note':
        return adjustments.creditNote(event);
      case 'dispute':
        return adjustments.dispute(event);
      case 'dispute_update':
        return adjustments.disputeUpdate(event);
      case 'payout_account':
        return authors.payoutAccount(event);
      case 'swap_account':
        return authors.swapAccount(event);
      case 'author_leaves':
        return authors.leave(event);
      case 'hold':
        return authors.hold(event);
      case 'release_hold':
        return authors.releaseHold(event);
      case 'recovery':
        return authors.recover(event);
      case 'close_month':
        return runs.close(event.month);
      case 'prepare_run':
        return runs.prepare(event.month, event.by);
      case 'approve_run':
        return runs.approve(event.month, event.by);
      case 'execute_run':
        return runs.execute(event.month);
      case 'retry_run':
        return runs.retry(event.month);
      case 'pause_run':
        return runs.pause(event.month);
      case 'resume_run':
        return runs.resume(event.month);
      case 'cancel_run':
        return runs.cancel(event.month);
      case 'transfer':
        return runs.transfer(event);
      case 'balance':
        stage.provider.balances.set(event.currency ?? stage.scenario.currency, event.available);
        return;
      default:
        assertNever(event);
    }
  }

  private async setPolicy(key: string, value: unknown, at: Date): Promise<void> {
    try {
      const proposal = { key, value, validFrom: at, reason: 'As the scenario says' };
      const id = await this.stage.app.get(PolicyProposals).propose(this.stage.actor('proposer'), proposal);
      await this.stage.app
        .get(PolicyProposals)
        .decide(this.stage.actor('decider'), id, { state: 'approved', note: null });
    } catch (error) {
      if (!(error instanceof AppError && error.code === 'policy_unchanged')) throw error;
    }
  }
}
