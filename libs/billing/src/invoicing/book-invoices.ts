import { Injectable } from '@nestjs/common';
import { Ledger } from '@portal/ledger';
import { Transactor } from '@portal/platform/database';
import { emitSelected } from '@portal/platform/events';
import type { Month } from '../domain/month.js';
import { InvoiceIssued } from '../events.js';
import { Policies } from '../policies/policies.js';
import { PeriodsRepository, type NumberRange } from './periods.repository.js';

/** Invoices booked per transaction: few enough to lock authors' balances for seconds only. */
const CHUNK = 50_000;
/** Batches booked concurrently: while one updates the authors' balances, the next one's legs are computed. */
const WORKERS = 2;

/** Issues and books the draft invoices of a closing month, two batches at a time. */
@Injectable()
export class BookInvoices {
  constructor(
    private readonly transactor: Transactor,
    private readonly periods: PeriodsRepository,
    private readonly ledger: Ledger,
    private readonly policies: Policies,
  ) {}

  /** The remaining ones; a repeated call books none twice. */
  async execute(month: Month): Promise<void> {
    for (;;) {
      const stretches = await this.transactor.run((tx) => this.periods.draftStretches(tx, month.first, WORKERS, CHUNK));
      if (stretches.length === 0) return;
      await this.transactor.run((tx) => this.ledger.openAccounts(tx, { sql: INVOICE_ACCOUNTS, params: [month.first] }));
      const work = async (): Promise<void> => {
        try {
          for (let next = stretches.shift(); next; next = stretches.shift()) await this.bookStretch(month, next);
        } finally {
          stretches.length = 0;
        }
      };
      const workers = Array.from({ length: WORKERS }, work);
      await Promise.allSettled(workers);
      await Promise.all(workers);
    }
  }

  /** Posted last, so that the authors' balances are locked as briefly as possible. */
  private async bookStretch(month: Month, range: NumberRange): Promise<void> {
    await this.transactor.run(async (tx) => {
      const drafts = await this.periods.lockDrafts(tx, month.first, range);
      if (drafts === undefined) return;
      const params = [month.first, drafts.first, drafts.last];
      const small = await this.policies.at(tx, 'small_balance', month.startAt);
      await this.periods.issue(tx, month.first, drafts, small === 'carry');
      await emitSelected(tx, InvoiceIssued, { sql: ISSUED, params });
      await this.ledger.postSelected(tx, { transactions: INVOICE_POSTINGS, legs: INVOICE_LEGS, params });
    });
  }
}

/**
 * Parameters of the queries below: month, first and last number of a locked batch. Postings are dated into the last
 * millisecond of the month. There is one transaction per invoice, and one with the shares of all authors of the batch.
 */
const INVOICE_POSTINGS = `select i.id as ref, 'inv:' || i.id as key, 'invoice' as kind, 'invoice' as source_type, i.id::text as source_id,
    billing.month_end(i.month) - interval '1 millisecond' as effective_at
  from billing.invoices i where i.month = $1::date and i.number_seq between $2::bigint and $3::bigint
  union all select md5('shares:' || s.id)::uuid, 'shares:' || s.id, 'author_shares', 'author_shares', s.id, billing.month_end($1::date) - interval '1 millisecond'
  from (select to_char($1::date, 'YYYY-MM') || ':' || $2::bigint || '-' || $3::bigint as id) s
  where exists (select 1 from billing.invoices i join billing.invoice_lines l on l.invoice_id = i.id
    where i.month = $1::date and i.number_seq between $2::bigint and $3::bigint and l.author_share > 0)`;

/**
 * Per invoice: Dr tenant_receivable / Cr platform_revenue, first_party_revenue, tax_payable and, for all its authors
 * together, share_clearing. Per batch: Dr share_clearing / Cr author_pending by author. An author has lines on
 * thousands of invoices, and a leg for each would be most of what a close writes.
 */
const INVOICE_LEGS = `with due as (
    select i.id, i.currency, i.total, i.tax from billing.invoices i
    where i.month = $1::date and i.number_seq between $2::bigint and $3::bigint),
  parts as materialized (
    select l.invoice_id, l.org_id, l.currency, grouping(l.invoice_id) = 1 as of_author, sum(l.author_share)::bigint as author,
      (sum(l.platform_share) filter (where l.org_id is not null))::bigint as platform, (sum(l.platform_share) filter (where l.org_id is null))::bigint as own
    from billing.invoice_lines l join due d on d.id = l.invoice_id where l.month = $1::date
    group by grouping sets ((l.invoice_id, l.currency), (l.org_id, l.currency))),
  shares as (select md5('shares:' || to_char($1::date, 'YYYY-MM') || ':' || $2::bigint || '-' || $3::bigint)::uuid as ref)
  select id as ref, 'tenant_receivable' as code, null::uuid as owner_id, currency, total as amount from due
  union all select id, 'tax_payable', null, currency, -tax from due where tax > 0
  union all select invoice_id, 'share_clearing', null, currency, -author from parts where not of_author and author > 0
  union all select invoice_id, 'platform_revenue', null, currency, -platform from parts where not of_author and platform > 0
  union all select invoice_id, 'first_party_revenue', null, currency, -own from parts where not of_author and own > 0
  union all select ref, 'author_pending', org_id, currency, -author from parts cross join shares where of_author and author > 0
  union all select ref, 'share_clearing', null, currency, sum(author)::bigint from parts cross join shares where of_author group by ref, currency having sum(author) > 0`;

/** The accounts of all legs of a month; parameter: month. */
const INVOICE_ACCOUNTS = `with parts as materialized (
    select l.org_id, l.currency, bool_or(l.author_share > 0) as author, bool_or(l.platform_share > 0) as platform
    from billing.invoice_lines l where l.month = $1::date group by 1, 2)
  select 'author_pending' as code, org_id as owner_id, currency from parts where author
  union all select 'share_clearing', null, currency from parts where author
  union all select case when org_id is null then 'first_party_revenue' else 'platform_revenue' end, null, currency from parts where platform
  union all select 'tenant_receivable', null, currency from parts
  union all select 'tax_payable', null, i.currency from billing.invoices i where i.month = $1::date and i.tax > 0`;

const ISSUED = `select i.id as invoice_id from billing.invoices i
  where i.month = $1::date and i.number_seq between $2::bigint and $3::bigint and i.state = 'open'`;
