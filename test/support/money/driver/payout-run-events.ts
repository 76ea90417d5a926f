import { RequestClose } from '@portal/billing';
import {
  ApproveRun,
  CancelRun,
  DecideExceptions,
  ExecuteRun,
  PauseRun,
  PrepareRun,
  RetryFailed,
  SendPayout,
} from '@portal/payouts';
import type { EventOf } from './scenario.js';
import { Refused, type Stage } from './stage.js';

/** Closes months and executes payout runs. */
export class PayoutRunEvents {
  constructor(private readonly stage: Stage) {}

  async close(month: string): Promise<void> {
    await this.stage.employee('decider');
    const closer = await this.stage.employee('closer');
    const { approval_id: waits } = await this.stage.app.get(RequestClose).execute(closer, month);
    if (waits !== null) await this.stage.approve(waits);
  }

  /** Prepares a run, has it approved by as many people as it needs, and executes it. */
  async payOut(month: string): Promise<void> {
    await this.prepare(month, 'preparer');
    for (let n = 1; n <= 9 && (await this.run(month)).state === 'computed'; n += 1)
      await this.approve(month, n === 1 ? 'approver' : `approver-${n}`);
    await this.execute(month);
  }

  /** Whether the scenario times the transfer of this payout and it is not due now. */
  async holdsPayout(payoutId: string): Promise<boolean> {
    if (this.stage.inProgress.has(payoutId)) return false;
    const { rows } = await this.stage.owner.query(
      'select p.org_id, r.month, p.currency from payouts.payouts p join payouts.payout_runs r on r.id = p.run_id where p.id = $1',
      [payoutId],
    );
    const [row] = rows as { org_id: string; month: string; currency: string }[];
    if (!row) return false;
    const author = this.stage.names.name(row.org_id);
    return this.stage.scenario.events.some(
      (e) =>
        e.type === 'transfer' &&
        e.author === author &&
        e.month === row.month &&
        (e.currency ?? this.stage.scenario.currency) === row.currency,
    );
  }

  async prepare(month: string, by: string): Promise<void> {
    await this.stage.app.get(PrepareRun).execute(month, await this.stage.employee(by));
    await this.include(month, by);
  }

  /** Payouts that need a decision are included, because a scenario has no one to ask. */
  private async include(month: string, by: string): Promise<void> {
    const { id, hash } = await this.run(month);
    const { rows } = await this.stage.owner.query(
      'select org_id, currency from payouts.payouts where run_id = $1 and cardinality(to_decide) > 0',
      [id],
    );
    const unusual = rows as { org_id: string; currency: string }[];
    if (unusual.length === 0) return;
    const of = unusual.map(({ org_id, currency }) => ({ orgId: org_id, currency }));
    const input = { inputHash: hash, decision: 'include' as const, reason: 'As the scenario says', of };
    await this.stage.app.get(DecideExceptions).execute(id, input, this.stage.actor(by));
  }

  async approve(month: string, by: string): Promise<void> {
    const { id, hash } = await this.run(month);
    await this.stage.app.get(ApproveRun).execute(id, hash, await this.stage.employee(by));
  }

  async execute(month: string): Promise<void> {
    await this.onRun(month, (id) => this.stage.app.get(ExecuteRun).execute(id, this.stage.actor('executor')));
  }

  async retry(month: string): Promise<void> {
    await this.onRun(month, async (id) => {
      await this.stage.app.get(RetryFailed).execute(id, this.stage.actor('executor'));
    });
  }

  async pause(month: string): Promise<void> {
    await this.onRun(month, (id) => this.stage.app.get(PauseRun).pause(id, this.stage.actor('executor'), 'scenario'));
  }

  async resume(month: string): Promise<void> {
    await this.onRun(month, (id) => this.stage.app.get(PauseRun).resume(id, this.stage.actor('executor')));
  }

  async cancel(month: string): Promise<void> {
    await this.onRun(month, (id) =>
      this.stage.app.get(CancelRun).execute(id, this.stage.actor('executor'), 'As the scenario says'),
    );
  }

  async transfer(event: EventOf<'transfer'>): Promise<void> {
    const run = await this.run(event.month);
    const { rows } = await this.stage.owner.query(
      'select id, state from payouts.payouts where run_id = $1 and org_id = $2 and currency = $3',
      [run.id, this.stage.names.id('author', event.author), event.currency ?? this.stage.scenario.currency],
    );
    const [payout] = rows as { id: string; state: string }[];
    if (!payout) throw new Refused('payout_not_found', 'The run has no such payout.');
    if (payout.state !== 'reserved' && payout.state !== 'sending')
      throw new Refused('payout_not_due', `The payout is ${payout.state}: nothing is sent for it.`);
    this.stage.provider.answerTransfer(payout.id, event.outcome);
    this.stage.inProgress.add(payout.id);
    try {
      await this.send(payout.id, event.outcome);
    } finally {
      this.stage.inProgress.delete(payout.id);
    }
    const { rows: after } = await this.stage.owner.query('select state from payouts.payouts where id = $1', [
      payout.id,
    ]);
    const unasked = this.stage.provider.forgetTransferAnswer(payout.id);
    if (unasked && (after as { state: string }[])[0]!.state === payout.state)
      throw new Refused('payout_not_sent', 'Nothing is sent for this payout now: its run or its currency is paused.');
  }

  /**
   * A day after an unknown outcome the engine only looks the transfer up, which ends the attempt; the event then
   * concerns the next one.
   */
  private async send(payoutId: string, outcome: EventOf<'transfer'>['outcome'], again = false): Promise<void> {
    try {
      await this.stage.app.get(SendPayout).execute(payoutId);
    } catch (error) {
      if (!again && this.stage.provider.awaitsTransfer(payoutId)) return this.send(payoutId, outcome, true);
      // "Not known yet" is a valid outcome; the next event or job continues from it.
      if (outcome !== 'unknown') throw error;
    }
  }

  private async onRun(month: string, work: (id: string) => Promise<void>): Promise<void> {
    await work((await this.run(month)).id);
  }

  private async run(month: string): Promise<{ id: string; hash: string; state: string }> {
    const { rows } = await this.stage.owner.query(
      `select id, input_hash as hash, state from payouts.payout_runs where month = $1 and state <> 'cancelled'`,
      [month],
    );
    const [row] = rows as { id: string; hash: string; state: string }[];
    if (!row) throw new Refused('payout_run_not_found', 'There is no payout run of this month.');
    return row;
  }
}
