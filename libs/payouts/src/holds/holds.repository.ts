import { Injectable } from '@nestjs/common';
import type { Actor } from '@portal/platform/access';
import type { Tx } from '@portal/platform/database';
import type { HoldTerms } from '../runs/domain/plan-payout.js';
import { PayoutHoldEnded, PayoutHoldPlaced } from '../events.js';
import { jsonRows } from '../runs/payouts.repository.js';
import { PayoutHoldEntity } from './hold.entity.js';

type Later = 'endedBy' | 'endedByName' | 'endReason' | 'createdAt' | 'releasedAt' | 'requestKey';
type NewHold = Omit<PayoutHoldEntity, Later>;

export interface HoldRow extends HoldTerms {
  readonly orgId: string;
  readonly automatic: boolean;
}

interface HeldAmount {
  readonly holdId: string;
  readonly orgId: string;
  readonly month: string;
  readonly currency: string;
  readonly amountMinor: bigint;
}

/** What a hold withheld from one month, posted or released as one transaction over all its currencies. */
export interface HeldMonth {
  readonly holdId: string;
  readonly orgId: string;
  readonly month: string;
  readonly amounts: readonly { readonly currency: string; readonly amountMinor: bigint }[];
}

const TERMS = `h.id, h.org_id as "orgId", h.kind, h.basis_points as "basisPoints", h.window_months as "windowMonths", h.ends_at as "endsAt", h.reason, h.automatic`;

/** Holds and the amounts they have withheld. */
@Injectable()
export class HoldsRepository {
  async insert(tx: Tx, hold: NewHold): Promise<void> {
    await tx.manager.insert(PayoutHoldEntity, hold);
    await tx.emit(PayoutHoldPlaced, { hold_id: hold.id });
  }

  async lock(tx: Tx, id: string): Promise<HoldRow | undefined> {
    const [row] = await tx.query<HoldRow>(`select ${TERMS} from payouts.payout_holds h where h.id = $1 for update`, [
      id,
    ]);
    return row;
  }

  async end(tx: Tx, id: string, by: Actor, reason: string): Promise<void> {
    await tx.query(
      `update payouts.payout_holds set ends_at = greatest($2, starts_at), ended_by = $3, ended_by_name = $4, end_reason = $5
       where id = $1`,
      [id, tx.now, by.userId, by.name, reason],
    );
    await tx.emit(PayoutHoldEnded, { hold_id: id });
  }

  /** Holds in force at `at`, in the order of creation; of all authors or of one. */
  async inForce(tx: Tx, at: Date, orgId?: string): Promise<HoldRow[]> {
    return tx.query<HoldRow>(
      `select ${TERMS} from payouts.payout_holds h where h.starts_at <= $1 and (h.ends_at is null or h.ends_at > $1)
         and ($2::uuid is null or h.org_id = $2) order by h.created_at, h.id`,
      [at, orgId ?? null],
    );
  }

  /** Holds for tax details that were completed since; the author's, not those which were there before. */
  async withTaxDetails(tx: Tx): Promise<{ id: string }[]> {
    return tx.query(
      `select h.id from payouts.payout_holds h where h.kind = 'tax' and (h.ends_at is null or h.ends_at > $1)
         and statements.tax_details_since(h.org_id, h.starts_at) order by h.id`,
      [tx.now],
    );
  }

  /** A current hold without a window that withholds an author's whole balance. */
  async ofEverything(tx: Tx, orgId: string): Promise<HoldRow | undefined> {
    const [row] = await tx.query<HoldRow>(
      `select ${TERMS} from payouts.payout_holds h where h.org_id = $1 and h.basis_points = 10000 and h.window_months is null
         and h.starts_at <= $2 and (h.ends_at is null or h.ends_at > $2) order by h.created_at, h.id limit 1`,
      [orgId, tx.now],
    );
    return row;
  }

  /**
   * Marks a hold as released: everything it withholds is returned, including what it still takes from a month prepared
   * before.
   */
  async noteReleased(tx: Tx, id: string): Promise<void> {
    await tx.query('update payouts.payout_holds set released_at = coalesce(released_at, $2) where id = $1', [
      id,
      tx.now,
    ]);
  }

  /** Those of the holds that are marked as released. */
  async released(tx: Tx, ids: readonly string[]): Promise<ReadonlySet<string>> {
    const rows = await tx.query<{ id: string }>(
      'select id from payouts.payout_holds where id = any($1::uuid[]) and released_at is not null',
      [ids],
    );
    return new Set(rows.map((row) => row.id));
  }

  async insertHeld(
    tx: Tx,
    rows: readonly (HeldAmount & { readonly payoutId: string; readonly releaseAt: Date | null })[],
  ): Promise<void> {
    await tx.query(
      `insert into payouts.held_amounts (hold_id, month, currency, org_id, payout_id, amount, release_at)
       select x."holdId", x.month, x.currency, x."orgId", x."payoutId", x."amountMinor", x."releaseAt"
       from jsonb_to_recordset($1::jsonb) as x("holdId" uuid, month text, currency text, "orgId" uuid, "payoutId" uuid, "amountMinor" bigint, "releaseAt" timestamptz)`,
      [jsonRows(rows)],
    );
  }

  /**
   * Marks amounts as released that are due at `at`: their date is reached, or their hold without a window has ended.
   */
  async takeDue(tx: Tx, at: Date): Promise<HeldMonth[]> {
    return this.release(
      tx,
      `a.release_at <= $1 or (h.window_months is null and h.ends_at is not null and h.ends_at <= $1)`,
      at,
    );
  }

  /** Marks everything that a hold still withholds as released. */
  async takeAll(tx: Tx, holdId: string): Promise<HeldMonth[]> {
    return this.release(tx, `a.hold_id = $1`, holdId);
  }

  private async release(tx: Tx, which: string, value: Date | string): Promise<HeldMonth[]> {
    const rows = await tx.query<Omit<HeldAmount, 'amountMinor'> & { amountMinor: string }>(
      `update payouts.held_amounts u set released_at = $2
       from (select a.hold_id, a.month, a.currency from payouts.held_amounts a join payouts.payout_holds h on h.id = a.hold_id
             where a.released_at is null and (${which}) order by a.hold_id, a.month, a.currency for update of a) due
       where u.hold_id = due.hold_id and u.month = due.month and u.currency = due.currency
       returning u.hold_id as "holdId", u.org_id as "orgId", u.month, u.currency, u.amount as "amountMinor"`,
      [value, tx.now],
    );
    return byMonth(rows.map((row) => ({ ...row, amountMinor: BigInt(row.amountMinor) })));
  }
}

/** Amounts of one hold and month together. */
export function byMonth(rows: readonly HeldAmount[]): HeldMonth[] {
  const months = new Map<string, Omit<HeldMonth, 'amounts'> & { amounts: HeldMonth['amounts'][number][] }>();
  for (const { holdId, orgId, month, currency, amountMinor } of rows) {
    const key = `${holdId} ${month}`;
    const known = months.get(key) ?? { holdId, orgId, month, amounts: [] };
    months.set(key, known);
    known.amounts.push({ currency, amountMinor });
  }
  return [...months.values()];
}
