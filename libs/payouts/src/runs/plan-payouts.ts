import { Injectable } from '@nestjs/common';
import { Ids } from '@portal/kernel';
import { Ledger } from '@portal/ledger';
import type { Tx } from '@portal/platform/database';
import { ApplyReserveRule } from '../holds/apply-reserve-rule.js';
import { ReleaseHolds } from '../holds/release-holds.js';
import { planPayout } from './domain/plan-payout.js';
import { storedPart } from './domain/unpaid.js';
import type { ComputedPayout, RunRow } from './payouts.repository.js';
import { PayoutInputs } from './read/payout-inputs.js';
import { RunDecisions } from './run-decisions.js';

/** Plans the payouts of a run from what the ledger owes at one cutoff. */
@Injectable()
export class PlanPayouts {
  constructor(
    private readonly releases: ReleaseHolds,
    private readonly reserve: ApplyReserveRule,
    private readonly ledger: Ledger,
    private readonly inputs: PayoutInputs,
    private readonly decisions: RunDecisions,
    private readonly ids: Ids,
  ) {}

  async execute(tx: Tx, run: RunRow): Promise<{ cutoffTx: string; payouts: ComputedPayout[] }> {
    // Due holds are released before the balances are read, so that this run pays them.
    await this.releases.within(tx);
    await this.reserve.within(tx);
    const cutoffTx = await this.ledger.cutoff(tx);
    return { cutoffTx, payouts: await this.plan(tx, run, cutoffTx) };
  }

  private async plan(tx: Tx, run: RunRow, cutoffTx: string): Promise<ComputedPayout[]> {
    const facts = await this.inputs.at(tx, run.month, cutoffTx);
    const leftOut = await this.decisions.leftOut(tx, run.id);
    return facts.map(({ orgId, currency, account, input }) => {
      const reason = leftOut.get(`${orgId} ${currency}`);
      const plan = planPayout(reason === undefined ? input : { ...input, leftOut: reason });
      const id = this.ids.next();
      return {
        id,
        runId: run.id,
        orgId,
        currency,
        balance: input.balanceMinor,
        amount: plan.amountMinor,
        carry: plan.carryMinor,
        held: plan.heldMinor,
        parts: plan.parts.map(storedPart),
        toDecide: [],
        state: 'computed' as const,
        reason: plan.reason,
        payoutAccountId: account?.id ?? null,
        providerAccountId: account?.providerAccountId ?? null,
        transferGroup: `po_${id}`,
      };
    });
  }
}
