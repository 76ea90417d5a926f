import { Injectable } from '@nestjs/common';
import { Ledger } from '@portal/ledger';
import { Audit, failpoint, Outbox, SYSTEM_ACTOR, Transactor } from '@portal/platform';
import { parseMonth, type Month } from './domain/month.js';
import { InvoiceIssued, PeriodClosed } from './events.js';
import { PeriodsRepository } from './persistence/periods.repository.js';
import { Policies } from './policies.js';

/** Invoices booked per transaction: few enough to keep authors' balances locked for seconds only. */
const CHUNK = 50_000;

/**
 * Closes a month in four steps, each committed by itself and each skipped when it was done before: nothing told later
 * changes the month any more; all lines and draft invoices; booking and issuing, a stretch of invoices at a time; the
 * month itself. Killed anywhere and run again it ends with the same rows. No step keeps an install waiting.
 */
@Injectable()
export class CloseMonth {
  constructor(
    private readonly transactor: Transactor,
    private readonly periods: PeriodsRepository,
    private readonly ledger: Ledger,
    private readonly policies: Policies,
    private readonly outbox: Outbox,
    private readonly audit: Audit,
  ) {}

  /** @throws Error when events about installs of this month are still on their way: to be tried again. */
  async execute(monthText: string): Promise<void> {
    const month = parseMonth(monthText);
    await this.freeze(month);
    await this.writeLines(month);
    failpoint('close.lines_written');
    while (await this.bookChunk(month));
    failpoint('close.posted');
    if (await this.finish(month)) await this.ledger.takeSnapshots();
  }

  private async freeze(month: Month): Promise<void> {
    await this.transactor.run(async (tx) => {
      const period = await this.periods.lock(tx, `${month.text}-01`);
      if (period.state !== 'closing' || period.frozen_at !== null) return;
      const waiting = await this.periods.waitingInstallEvents(tx, month.endAt);
      if (waiting > 0) throw new Error(`${waiting} events about installs of ${month.text} are not billed yet`);
      await this.periods.freeze(tx, `${month.text}-01`);
    });
  }

  /** One snapshot for prices, invoices and lines, so that an install activated meanwhile is in all of them or in none. */
  private async writeLines(month: Month): Promise<void> {
    await this.transactor.run(
      async (tx) => {
        const period = await this.periods.lock(tx, `${month.text}-01`);
        if (period.state !== 'closing' || period.lines_written_at !== null) return;
        const unit = await this.policies.at(tx, 'proration_unit', month.startAt);
        await this.periods.writeLines(tx, `${month.text}-01`, unit);
      },
      { isolation: 'REPEATABLE READ' },
    );
  }

  private async bookChunk(month: Month): Promise<boolean> {
    return this.transactor.run(async (tx) => {
      const drafts = await this.periods.lockDrafts(tx, `${month.text}-01`, CHUNK);
      if (drafts === undefined) return false;
      const params = [`${month.text}-01`, drafts.first, drafts.last];
      await this.ledger.postSelected(tx, { transactions: INVOICE_POSTINGS, legs: INVOICE_LEGS, params });
      const small = await this.policies.at(tx, 'small_balance', month.startAt);
      await this.periods.issue(tx, `${month.text}-01`, drafts, small === 'carry');
      await this.outbox.emitSelected(tx, InvoiceIssued, { sql: ISSUED, params });
      return true;
    });
  }

  /** True when this call closed the month. */
  private async finish(month: Month): Promise<boolean> {
    return this.transactor.run(async (tx) => {
      const period = await this.periods.lock(tx, `${month.text}-01`);
      if (period.state !== 'closing' || period.lines_written_at === null) return false;
      if (await this.periods.lockDrafts(tx, `${month.text}-01`, 1)) return false;
      await this.periods.toClosed(tx, `${month.text}-01`);
      await this.ledger.closePeriod(tx, month.text);
      await this.outbox.emit(tx, PeriodClosed, { month: month.text });
      await this.audit.record(tx, {
        actor: SYSTEM_ACTOR,
        action: 'period.closed',
        subjectType: 'period',
        subjectId: month.text,
        before: { state: 'closing' },
        after: { state: 'closed' },
      });
      return true;
    });
  }
}

/** Parameters of all three: month, first and last invoice number. Dated into the last millisecond of the month. */
const INVOICE_POSTINGS = `select i.id as ref, 'inv:' || i.id as key, 'invoice' as kind, 'invoice' as source_type, i.id::text as source_id,
    billing.month_end(i.month) - interval '1 millisecond' as effective_at
  from billing.invoices i where i.month = $1::date and i.number_seq between $2::bigint and $3::bigint and i.state = 'draft'`;

/** Dr tenant_receivable / Cr author_pending per author, platform_revenue, first_party_revenue, tax_payable. */
const INVOICE_LEGS = `with drafts as (
    select i.id, i.currency, i.total, i.tax from billing.invoices i
    where i.month = $1::date and i.number_seq between $2::bigint and $3::bigint and i.state = 'draft'),
  parts as materialized (
    select l.invoice_id, l.org_id, l.currency, sum(l.author_share)::bigint as author, sum(l.platform_share)::bigint as platform
    from billing.invoice_lines l join drafts d on d.id = l.invoice_id where l.month = $1::date group by 1, 2, 3)
  select id as ref, 'tenant_receivable' as code, null::uuid as owner_id, currency, total as amount from drafts
  union all select id, 'tax_payable', null, currency, -tax from drafts where tax > 0
  union all select invoice_id, 'author_pending', org_id, currency, -author from parts where org_id is not null and author > 0
  union all select invoice_id, case when org_id is null then 'first_party_revenue' else 'platform_revenue' end, null, currency,
    -sum(platform)::bigint from parts group by invoice_id, currency, org_id is null, case when org_id is null then 'first_party_revenue' else 'platform_revenue' end
    having sum(platform) > 0`;

const ISSUED = `select i.id as invoice_id from billing.invoices i
  where i.month = $1::date and i.number_seq between $2::bigint and $3::bigint and i.state = 'open'`;
