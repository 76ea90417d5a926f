import { Injectable } from '@nestjs/common';
import { installsErrors } from '@portal/installs';
import { AppError, Clock } from '@portal/kernel';
import { Database } from '@portal/platform/database';
import { monthOf } from '../../domain/month.js';
import type { RunningBillView } from '../http/running-bill.view.js';

interface Row {
  currency: string;
  price: string;
  from_at: Date;
  to_at: Date;
  gross: string;
}

/** What an install costs in the running month until now, priced as the close of the month will price it. */
@Injectable()
export class RunningBill {
  constructor(
    private readonly database: Database,
    private readonly clock: Clock,
  ) {}

  /**
   * Without a line for an install that costs nothing.
   * @throws AppError `install_not_found` (404), also for one of another tenant
   */
  async of(installId: string, tenantIds: readonly string[]): Promise<RunningBillView> {
    const [install] = await this.database.query(
      'select 1 from installs.installs where id = $1 and tenant_id = any($2::uuid[])',
      [installId, tenantIds],
    );
    if (!install) throw new AppError(installsErrors.install_not_found);
    const now = this.clock.now();
    const month = monthOf(now);
    const rows = await this.database.query<Row>(
      `select currency, price_amount::text as price, from_at, to_at, gross::text as gross
       from billing.charges(($2 || '-01')::date, $3::timestamptz) where install_id = $1 order by from_at`,
      [installId, month.text, now],
    );
    const totals = new Map<string, bigint>();
    for (const { currency, gross } of rows) totals.set(currency, (totals.get(currency) ?? 0n) + BigInt(gross));
    return {
      month: month.text,
      until: now.toISOString(),
      lines: rows.map((row) => ({
        from_at: row.from_at.toISOString(),
        to_at: row.to_at.toISOString(),
        price_minor: row.price,
        currency: row.currency,
        amount_minor: row.gross,
      })),
      totals: [...totals].map(([currency, amount]) => ({ currency, amount_minor: amount.toString() })),
    };
  }
}
