import { Injectable } from '@nestjs/common';
import { AppError, Ids } from '@portal/kernel';
import { Ledger, type AccountRef } from '@portal/ledger';
import { requirePerson, type Actor } from '@portal/platform/access';
import { refusalOf, Transactor, type Tx } from '@portal/platform/database';
import type { RecoveryWay } from './domain/recovery.js';
import { payoutErrors } from '../errors.js';
import { RecoveriesRepository, type RecoveryRow } from './recoveries.repository.js';
import { OverdueBalances } from './overdue-balances.js';

interface RecoveryRequest {
  readonly orgId: string;
  readonly currency: string;
  /** Minor units, positive; null: the whole debt. */
  readonly amountMinor: bigint | null;
  readonly how: RecoveryWay;
  readonly reason: string;
  /** Evidence of the payment: a bank reference or an agreement. */
  readonly evidence: string | null;
}

/** The account that is debited. */
const TAKES = { written_off: 'bad_debt', paid_otherwise: 'bank' } as const;

const ONLY_A_PERSON = 'A person has to decide about what an author owes.';

/**
 * Settles a debt that an author's future earnings will not cover. One finance user proposes it as a loss or as paid
 * otherwise, another approves it, and it is posted.
 */
@Injectable()
export class RecoverBalance {
  constructor(
    private readonly transactor: Transactor,
    private readonly recoveries: RecoveriesRepository,
    private readonly overdue: OverdueBalances,
    private readonly ledger: Ledger,
    private readonly ids: Ids,
  ) {}

  /**
   * Returns the proposal's id.
   * @throws AppError `recovery_not_due`, `recovery_too_much`, `recovery_exists` (409), `recovery_evidence_missing` (422),
   *   `forbidden` (403)
   */
  async propose(actor: Actor, request: RecoveryRequest): Promise<string> {
    const userId = requirePerson(actor, ONLY_A_PERSON);
    if (request.how === 'paid_otherwise' && request.evidence === null)
      throw new AppError(payoutErrors.recovery_evidence_missing);
    try {
      return await this.transactor.run(async (tx) => {
        const [found] = await this.overdue.list(tx, request);
        if (!found) throw new AppError(payoutErrors.recovery_not_due);
        const amountMinor = request.amountMinor ?? found.owedMinor;
        if (amountMinor > found.owedMinor) throw new AppError(payoutErrors.recovery_too_much);
        const id = this.ids.next();
        await this.recoveries.propose(tx, { ...request, id, amountMinor, userId, userName: actor.name });
        await this.record(tx, actor, 'proposed', { ...request, amountMinor }, request.reason);
        return id;
      });
    } catch (error) {
      throw refusalOf(error, { recoveries_one_proposal: payoutErrors.recovery_exists });
    }
  }

  /** @throws AppError `recovery_not_found` (404), `recovery_second_person` (403), `recovery_too_much` (409) */
  async decide(
    actor: Actor,
    id: string,
    decision: { state: 'approved' | 'rejected'; note: string | null },
  ): Promise<void> {
    const userId = requirePerson(actor, ONLY_A_PERSON);
    try {
      await this.transactor.run(async (tx) => {
        const row = await this.recoveries.lock(tx, id);
        if (row?.state !== 'proposed') throw new AppError(payoutErrors.recovery_not_found);
        const leftOwingMinor = decision.state === 'approved' ? await this.post(tx, row) : null;
        await this.recoveries.decide(tx, { id, ...decision, userId, userName: actor.name, leftOwingMinor });
        await this.record(tx, actor, decision.state, row, decision.note);
      });
    } catch (error) {
      throw refusalOf(error, { recoveries_second_person: payoutErrors.recovery_second_person });
    }
  }

  /** Returns the remaining debt. */
  private async post(tx: Tx, row: RecoveryRow): Promise<bigint> {
    const account: AccountRef = { code: 'author_payable', ownerId: row.orgId, currency: row.currency };
    await this.ledger.post(tx, {
      kind: `recovery_${row.how}`,
      idempotencyKey: `recovery:${row.id}`,
      sourceType: 'recovery',
      sourceId: row.id,
      effectiveAt: tx.now,
      legs: [
        { account: { code: TAKES[row.how], currency: row.currency }, amountMinor: row.amountMinor },
        { account, amountMinor: -row.amountMinor },
      ],
    });
    // Posted first, which locks the balance. The author may have earned something since the proposal.
    const balance = await this.ledger.balance(tx, account);
    if (balance > 0n) throw new AppError(payoutErrors.recovery_too_much);
    return -balance;
  }

  private async record(
    tx: Tx,
    actor: Actor,
    what: string,
    of: Pick<RecoveryRow, 'orgId' | 'currency' | 'amountMinor' | 'how'>,
    reason: string | null,
  ): Promise<void> {
    await tx.audit(actor, `recovery.${what}`, ['organization', of.orgId], {
      after: { how: of.how, amount: of.amountMinor.toString(), currency: of.currency },
      reason,
    });
  }
}
