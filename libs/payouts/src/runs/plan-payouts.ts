import { Injectable } from '@nestjs/common';
import { Ids } from '@portal/kernel';
import { Ledger } from '@portal/ledger';
import type { Tx } from '@portal/platform/database';
import { ReviewHolds } from '../holds/review-holds.js';
import { explainUnpaid } from './domain/explain-unpaid.js';
import { planPayout } from './domain/plan-payout.js';
import { lookAgainAt, storedPart, type StoredPart, type UnpaidNote } from './domain/unpaid.js';
import type { ComputedPayout, RunRow } from './payouts.repository.js';
import { PayoutInputs } from './read/payout-inputs.js';
import { heldAmounts, nothing } from './read/unpaid.js';
import { RunDecisions } from './run-decisions.js';

interface Planned {
  readonly cutoffTx: string;
  readonly payouts: ComputedPayout[];
  readonly notes: UnpaidNote[];
}

/** Plans the payouts of a run from what the ledger owes at one cutoff. */
@Injectable()
export class PlanPayouts {
  constructor(
    private readonly holds: ReviewHolds,
    private readonly ledger: Ledger,
    private readonly inputs: PayoutInputs,
    private readonly decisions: RunDecisions,
    private readonly ids: Ids,
  ) {}

  async execute(tx: Tx, run: RunRow): Promise<Planned> {
    // Due holds are released before the balances are read, so that this run pays them.
    await this.holds.within(tx);
    const cutoffTx = await this.ledger.cutoff(tx);
    return { cutoffTx, ...(await this.plan(tx, run, cutoffTx)) };
  }

  private async plan(tx: Tx, run: RunRow, cutoffTx: string): Promise<Omit<Planned, 'cutoffTx'>> {
    const reasons = new Map<string, StoredPart[]>();
    const facts = await this.inputs.at(tx, run.month, cutoffTx);
    const leftOut = await this.decisions.leftOut(tx, run.id);
    const payouts = facts.map(({ orgId, currency, account, input }) => {
      const reason = leftOut.get(`${orgId} ${currency}`);
      const plan = planPayout(reason === undefined ? input : { ...input, leftOut: reason });
      reasons.set(`${orgId} ${currency}`, plan.reasons.map(storedPart));
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
    return { payouts, notes: await this.notes(tx, run.month, reasons) };
  }

  /** `reasons`: by `org currency`; with what is not in a balance yet. */
  private async notes(tx: Tx, month: string, reasons: ReadonlyMap<string, StoredPart[]>): Promise<UnpaidNote[]> {
    const balances = async (code: 'author_pending' | 'author_disputed') =>
      new Map(
        (await this.ledger.balancesOf(tx, code)).map((one) => [`${one.ownerId} ${one.currency}`, one.balanceMinor]),
      );
    const [pending, disputed] = [await balances('author_pending'), await balances('author_disputed')];
    const held = await heldAmounts(tx, null);
    const keys = new Set([reasons, pending, disputed, held].flatMap((map) => [...map.keys()]));
    return [...keys].flatMap((key) => {
      const [orgId, currency] = key.split(' ') as [string, string];
      const aside = explainUnpaid({
        ...{ next: nothing(month), nextRunAt: lookAgainAt(month, tx.now), now: tx.now, underWay: [] },
        ...{ held: held.get(key) ?? [], disputedMinor: disputed.get(key) ?? 0n, answerBy: null },
        ...{ pendingMinor: pending.get(key) ?? 0n, chargedAgainAt: null },
      });
      const all = [...(reasons.get(key) ?? []), ...aside.map(storedPart)];
      return all.length === 0 ? [] : [{ orgId, currency, nth: 0, reasons: all }];
    });
  }
}
