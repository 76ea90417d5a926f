import { Injectable } from '@nestjs/common';
import { Ledger } from '@portal/ledger';
import { Audit, failpoint, Outbox, SYSTEM_ACTOR, Transactor } from '@portal/platform';
import { ChargeListingFees } from './charge-listing-fees.js';
import { ComputeTaxes } from './compute-taxes.js';
import { parseMonth, type Month } from './domain/month.js';
import { InvoiceIssued, PeriodClosed } from './events.js';
import { PeriodsRepository } from './persistence/periods.repository.js';

/** Invoices booked per transaction: small enough to repeat cheaply after a crash, large enough to be one statement. */
const CHUNK = 2_000;

/**
 * Closes a month in three steps, each committed by itself and each skipped when it was done before: all lines and draft
 * invoices by one statement; booking and issuing, a chunk of invoices at a time; the month itself. Killed anywhere and
 * run again it ends with the same rows.
 */
@Injectable()
export class CloseMonth {
  constructor(
    private readonly transactor: Transactor,
    private readonly periods: PeriodsRepository,
    private readonly taxes: ComputeTaxes,
    private readonly fees: ChargeListingFees,
    private readonly ledger: Ledger,
    private readonly outbox: Outbox,
    private readonly audit: Audit,
  ) {}

  /** @throws Error when events about installs of this month are still on their way: to be tried again. */
  async execute(monthText: string): Promise<void> {
    const month = parseMonth(monthText);
    await this.writeLines(month);
    failpoint('close.lines_written');
    await this.taxes.execute(month);
    while (await this.bookChunk(month));
    failpoint('close.posted');
    await this.fees.execute(month);
    await this.finish(month);
  }

  private async writeLines(month: Month): Promise<void> {
    await this.transactor.run(async (tx) => {
      const period = await this.periods.lock(tx, `${month.text}-01`);
      if (period.state !== 'closing' || period.lines_written_at !== null) return;
      const waiting = await this.periods.waitingInstallEvents(tx, month.endAt);
      if (waiting > 0) throw new Error(`${waiting} events about installs of ${month.text} are not billed yet`);
      await this.periods.writeLines(tx, `${month.text}-01`);
    });
  }

  private async bookChunk(month: Month): Promise<boolean> {
    return this.transactor.run(async (tx) => {
      const drafts = await this.periods.lockDrafts(tx, `${month.text}-01`, CHUNK);
      if (drafts.length === 0) return false;
      await this.ledger.postSelected(tx, { sql: INVOICE_LEGS, params: [drafts] });
      const due = await this.periods.issue(tx, drafts);
      await this.outbox.emitMany(
        tx,
        InvoiceIssued,
        due.map((invoice_id) => ({ invoice_id })),
      );
      return true;
    });
  }

  private async finish(month: Month): Promise<void> {
    await this.transactor.run(async (tx) => {
      const period = await this.periods.lock(tx, `${month.text}-01`);
      if (period.state !== 'closing' || period.lines_written_at === null) return;
      if ((await this.periods.lockDrafts(tx, `${month.text}-01`, 1)).length > 0) return;
      await this.periods.toClosed(tx, `${month.text}-01`);
      await this.outbox.emit(tx, PeriodClosed, { month: month.text });
      await this.audit.record(tx, {
        actor: SYSTEM_ACTOR,
        action: 'period.closed',
        subjectType: 'period',
        subjectId: month.text,
        before: { state: 'closing' },
        after: { state: 'closed' },
      });
    });
  }
}

/** Dr tenant_receivable / Cr author_pending per author, platform_revenue, first_party_revenue; dated into the month. */
const INVOICE_LEGS = `select 'inv:' || i.id as key, 'invoice' as kind, 'invoice' as source_type, i.id::text as source_id,
    billing.month_end(i.month) - interval '1 millisecond' as effective_at, x.code, x.owner_id, i.currency, x.amount::bigint as amount
  from billing.invoices i
  cross join lateral (
    select 'tenant_receivable' as code, null::uuid as owner_id, i.total::numeric as amount
    union all select 'tax_payable', null, -i.tax where i.tax > 0
    union all select 'author_pending', l.org_id, -sum(l.author_share) from billing.invoice_lines l
      where l.invoice_id = i.id and l.org_id is not null group by l.org_id having sum(l.author_share) > 0
    union all select 'platform_revenue', null, -sum(l.platform_share) from billing.invoice_lines l
      where l.invoice_id = i.id and l.org_id is not null having sum(l.platform_share) > 0
    union all select 'first_party_revenue', null, -sum(l.gross) from billing.invoice_lines l
      where l.invoice_id = i.id and l.org_id is null having sum(l.gross) > 0) x
  where i.id = any($1::uuid[])`;
