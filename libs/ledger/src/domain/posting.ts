import { AppError, type ErrorDef } from '@portal/kernel';
import { ledgerErrors } from '../errors.js';
import { CHART, type AccountCode } from './chart.js';

export interface AccountRef {
  readonly code: AccountCode;
  /** UUID of the author's organization; only for accounts that have an owner. */
  readonly ownerId?: string;
  /** ISO 4217, lower case. */
  readonly currency: string;
}

/** One row of a transaction. `amountMinor`: minor units, debit positive, credit negative, never 0. */
export interface Leg {
  readonly account: AccountRef;
  readonly amountMinor: bigint;
}

/**
 * One business transaction. `idempotencyKey` is derived from the source (`inv:<id>`, `pay:<charge id>`), never random:
 * repeating it with the same kind, source and legs does nothing, with other content it is an error. A repeat does not
 * change `effectiveAt`.
 */
export interface Posting {
  readonly kind: string;
  readonly idempotencyKey: string;
  readonly sourceType: string;
  readonly sourceId: string;
  readonly effectiveAt: Date;
  /** Id of the transaction that this one reverses. A transaction can be reversed once. */
  readonly reversesTxId?: string;
  readonly legs: readonly Leg[];
}

const refuse = (def: ErrorDef, message: string): never => {
  throw new AppError(def, { message });
};

/**
 * Checks a posting before it is sent, with clearer messages than the database constraints give.
 * @throws AppError `posting_invalid` (500: a posting is always made by our own code).
 */
export function assertPosting(posting: Posting): void {
  if (posting.legs.length < 2) refuse(ledgerErrors.posting_invalid, `${posting.idempotencyKey}: fewer than two legs`);
  const sums = new Map<string, bigint>();
  for (const { account, amountMinor } of posting.legs) {
    if (amountMinor === 0n) refuse(ledgerErrors.posting_invalid, `${posting.idempotencyKey}: a leg of 0`);
    if (CHART[account.code].owned !== (account.ownerId !== undefined)) {
      refuse(
        ledgerErrors.posting_invalid,
        `${posting.idempotencyKey}: ${account.code} ${CHART[account.code].owned ? 'needs' : 'has no'} owner`,
      );
    }
    sums.set(account.currency, (sums.get(account.currency) ?? 0n) + amountMinor);
  }
  for (const [currency, sum] of sums) {
    if (sum !== 0n)
      refuse(ledgerErrors.posting_invalid, `${posting.idempotencyKey}: out of balance by ${sum} ${currency}`);
  }
}

/** The legs that reverse a transaction: the same accounts with opposite signs. */
export function reversed(legs: readonly Leg[]): Leg[] {
  return legs.map(({ account, amountMinor }) => ({ account, amountMinor: -amountMinor }));
}
