import { Injectable } from '@nestjs/common';
import type { Tx } from '@portal/platform/database';

/** Amount that the Drive of an install reports to bill; null when it was not asked, or did not answer validly. */
interface SaidBill {
  readonly installId: string;
  /** `data` of the answer, a billing summary. */
  readonly said: object | null;
}

/** Amounts that Drives report to bill, by month. */
@Injectable()
export class BillingSummariesRepository {
  /** The answer counts for the current month (UTC), until the next one in it. At most one for each install. */
  async note(tx: Tx, bills: readonly SaidBill[]): Promise<void> {
    const said = bills.filter((bill) => bill.said !== null).map(({ installId, said }) => ({ ...said, id: installId }));
    if (said.length === 0) return;
    await tx.query(
      `insert into installs.billing_summaries as s (install_id, month, currency, amount, plan, said_at)
       select x.id, date_trunc('month', $1::timestamptz at time zone 'UTC')::date, lower(x.currency), x.amount_cents, x.plan, $1
       from jsonb_to_recordset($2) as x(id uuid, currency text, amount_cents bigint, plan text) order by x.id
       on conflict (install_id, month, currency) do update set amount = excluded.amount, plan = excluded.plan, said_at = excluded.said_at`,
      [tx.now, JSON.stringify(said)],
    );
  }
}
