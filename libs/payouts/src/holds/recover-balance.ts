import { Injectable } from '@nestjs/common';
import type { ApprovalKind, ApprovalPreview, ApprovalSubject, Approved } from '@portal/approvals';
import { AppError, formatMinor } from '@portal/kernel';
import { Ledger, type AccountRef } from '@portal/ledger';
import { Database, type Tx } from '@portal/platform/database';
import { payoutErrors } from '../errors.js';
import { OverdueBalances } from './overdue-balances.js';

/** How a negative balance is settled: as a loss of the platform, or as paid outside the portal. */
export const RECOVERY_WAYS = ['written_off', 'paid_otherwise'] as const;
type RecoveryWay = (typeof RECOVERY_WAYS)[number];

interface RecoveryRequest {
  readonly orgId: string;
  readonly currency: string;
  /** Minor units, positive; null: the whole debt. */
  readonly amountMinor: bigint | null;
  readonly how: RecoveryWay;
  /** Of the payment: a bank reference or an agreement. */
  readonly evidence: string | null;
}

interface Recovery {
  readonly org_id: string;
  readonly currency: string;
  /** Minor units, positive: the part of the debt that is settled. */
  readonly amount: string;
  readonly how: RecoveryWay;
  readonly evidence: string | null;
}

/** The account that is debited. */
const TAKES = { written_off: 'bad_debt', paid_otherwise: 'bank' } as const;
const AS = { written_off: 'as a loss of the platform', paid_otherwise: 'as paid in another way' } as const;

/** Settles a debt that an author's future earnings will not cover, as a loss or as paid otherwise. */
@Injectable()
export class RecoverBalance implements ApprovalKind<Recovery> {
  readonly kind = 'recovery';
  readonly subjectType = 'author_balance';
  readonly name = 'Settlement of a negative balance';
  readonly roles = ['finance'] as const;

  constructor(
    private readonly database: Database,
    private readonly overdue: OverdueBalances,
    private readonly ledger: Ledger,
  ) {}

  /** What is proposed, with what is owed now when no amount is given. */
  async payloadOf({ orgId, amountMinor, ...rest }: RecoveryRequest): Promise<Recovery> {
    const [found] = await this.overdue.list(this.database, { orgId, currency: rest.currency });
    return { org_id: orgId, amount: (amountMinor ?? found?.owedMinor ?? 0n).toString(), ...rest };
  }

  /** @throws AppError `recovery_evidence_missing` (422), `recovery_not_due`, `recovery_too_much` (409) */
  async subject(tx: Tx, { org_id: orgId, currency, amount, how, evidence }: Recovery): Promise<ApprovalSubject> {
    if (how === 'paid_otherwise' && evidence === null) throw new AppError(payoutErrors.recovery_evidence_missing);
    const [found] = await this.overdue.list(tx, { orgId, currency });
    if (!found) throw new AppError(payoutErrors.recovery_not_due);
    const minor = BigInt(amount);
    if (minor > found.owedMinor) throw new AppError(payoutErrors.recovery_too_much);
    return {
      subjectId: `${orgId}:${currency}`,
      title: `Settle ${formatMinor(minor, currency)} that ${found.authorName} owes, ${AS[how]}`,
      organizations: [orgId],
      amount: { minor, currency },
    };
  }

  async preview({ org_id: orgId, currency, amount, how, evidence }: Recovery): Promise<ApprovalPreview> {
    const [found] = await this.overdue.list(this.database, { orgId, currency });
    const before = -(found?.owedMinor ?? 0n);
    const after = before + BigInt(amount);
    return {
      effects: [
        how === 'written_off'
          ? 'The platform bears the loss; the author’s next statement shows it.'
          : 'It counts as received in our bank; the author’s next statement shows it.',
        ...(evidence === null ? [] : [`Evidence: ${evidence}`]),
      ],
      balances: [{ account: found?.authorName ?? 'The author', currency, before, after }],
      warnings: after > 0n ? ['The author owes less than that now, so it can no longer be approved.'] : [],
    };
  }

  /** @throws AppError `recovery_too_much` (409) when the author has earned since */
  async apply(tx: Tx, { id, payload }: Approved<Recovery>): Promise<void> {
    const { org_id: ownerId, currency, how } = payload;
    const amountMinor = BigInt(payload.amount);
    const account: AccountRef = { code: 'author_payable', ownerId, currency };
    await this.ledger.post(tx, {
      kind: `recovery_${how}`,
      idempotencyKey: `recovery:${id}`,
      sourceType: 'recovery',
      sourceId: id,
      effectiveAt: tx.now,
      legs: [
        { account: { code: TAKES[how], currency }, amountMinor },
        { account, amountMinor: -amountMinor },
      ],
    });
    // Posted first, which locks the balance.
    if ((await this.ledger.balance(tx, account)) > 0n) throw new AppError(payoutErrors.recovery_too_much);
  }
}
