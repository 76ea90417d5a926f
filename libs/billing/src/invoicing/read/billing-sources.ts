import { Injectable, type OnModuleInit } from '@nestjs/common';
import { LedgerSources, type SourceDescription } from '@portal/ledger';
import { Database } from '@portal/platform/database';

/**
 * Ledger sources of invoices with lines of `what`. Lines are found by author and month; `authors` selects the possible
 * authors. Lines of first-party Drives have no author.
 */
const sourcesOf = (authors: string, what: string): string => {
  const billed = `select l.invoice_id from billing.invoice_lines l where l.org_id in (${authors}) and ${what}
      union select l.invoice_id from billing.invoice_lines l where l.org_id is null and ${what}`;
  return `select 'invoice' as type, i.invoice_id::text as id from (${billed}) i
    union select k.type, k.id from (${billed}) i join (
      select 'refund' as type, id::text as id, invoice_id from billing.refunds
      union all select 'dispute', id::text, invoice_id from billing.disputes
      union all select 'settlement', s.id, p.invoice_id from billing.settlements s join billing.payments p on p.id = s.payment_id
      union all select 'credit_note', id::text, invoice_id from billing.credit_notes) k on k.invoice_id = i.invoice_id`;
};

const REFUND = `select i.number, r.invoice_id, r.amount, r.currency, r.provider_refund_id as provider_id
  from billing.refunds r join billing.invoices i on i.id = r.invoice_id where r.id::text = $1`;
const DISPUTE = `select i.number, d.invoice_id, d.amount, d.currency, d.provider_dispute_id as provider_id
  from billing.disputes d join billing.invoices i on i.id = d.invoice_id where d.id::text = $1`;
const CONVERSION = `select i.number, i.id as invoice_id, s.amount, s.currency, s.id || coalesce(', rate ' || s.exchange_rate, '') as provider_id
  from billing.settlements s join billing.payments p on p.id = s.payment_id join billing.invoices i on i.id = p.invoice_id where s.id = $1`;

/** Describes invoices, refunds, disputes, credit notes and listing fees as sources of ledger entries. */
@Injectable()
export class BillingSources implements OnModuleInit {
  constructor(
    private readonly sources: LedgerSources,
    private readonly database: Database,
  ) {}

  onModuleInit(): void {
    this.sources.register('invoice', (id) => this.invoice(id));
    this.sources.register('refund', (id) => this.givenBack('Refund', REFUND, id));
    this.sources.register('dispute', (id) => this.givenBack('Dispute', DISPUTE, id));
    this.sources.register('settlement', (id) => this.givenBack('Conversion', CONVERSION, id));
    this.sources.register('credit_note', (id) => this.creditNote(id));
    this.sources.register('listing_fee', (id) => this.listingFee(id));
    this.sources.registerScope('drive', (id) =>
      sourcesOf(
        `select org_id from authors.drive_reservations where id = ${id}
         union select org_id from billing.install_segments where drive_id = ${id} and price_id is not null`,
        `l.drive_id = ${id}`,
      ),
    );
    this.sources.registerScope('install', (id) =>
      sourcesOf(`select org_id from billing.install_segments where install_id = ${id}`, `l.install_id = ${id}`),
    );
  }

  private async invoice(id: string): Promise<SourceDescription | undefined> {
    const [row] = await this.database.query<{ number: string; tenant: string; total: string; currency: string }>(
      `select number, tenant_name as tenant, total, currency from billing.invoices where id::text = $1`,
      [id],
    );
    return (
      row && {
        title: `Invoice ${row.number}`,
        page: `/finance/invoices/${id}`,
        transfers: [],
        facts: [
          { name: 'Tenant', text: row.tenant },
          { name: 'Total', amount: { minor: row.total, currency: row.currency } },
        ],
      }
    );
  }

  private async givenBack(what: string, sql: string, id: string): Promise<SourceDescription | undefined> {
    type Row = Record<'number' | 'invoice_id' | 'amount' | 'currency', string> & { provider_id: string | null };
    const [row] = await this.database.query<Row>(sql, [id]);
    return (
      row && {
        title: `${what} of invoice ${row.number}`,
        page: what === 'Conversion' ? null : `/finance/${what.toLowerCase()}s/${id}`,
        transfers: [],
        facts: [
          { name: 'Invoice', text: row.number, page: `/finance/invoices/${row.invoice_id}` },
          { name: 'Amount', amount: { minor: row.amount, currency: row.currency } },
          { name: `${what} at the processor`, text: row.provider_id },
        ],
      }
    );
  }

  private async creditNote(id: string): Promise<SourceDescription | undefined> {
    type Texts = Record<'number' | 'invoice_id' | 'invoice_number' | 'net' | 'tax' | 'total' | 'currency', string>;
    type Row = Texts & Record<'note' | 'issued_by_name', string> & Record<'refund_id' | 'countered_by', string | null>;
    const [row] = await this.database.query<Row & { issued_at: Date }>(
      `select c.number, c.invoice_id, i.number as invoice_number, c.refund_id, c.net, c.tax, c.total, c.currency, c.note, c.issued_by_name, c.issued_at, k.number as countered_by
       from billing.credit_notes c left join billing.credit_notes k on k.counters = c.id join billing.invoices i on i.id = c.invoice_id where c.id::text = $1`,
      [id],
    );
    if (!row) return undefined;
    const money = (minor: string) => ({ minor, currency: row.currency });
    return {
      title: `Credit note ${row.number}`,
      page: null,
      transfers: [],
      facts: [
        { name: 'Invoice', text: row.invoice_number, page: `/finance/invoices/${row.invoice_id}` },
        ...(row.refund_id === null
          ? []
          : [{ name: 'Refund', text: 'Open', page: `/finance/refunds/${row.refund_id}` }]),
        { name: 'Net', amount: money(row.net) },
        { name: 'Tax', amount: money(row.tax) },
        { name: 'Total', amount: money(row.total) },
        { name: 'Why', text: row.note },
        { name: 'Issued by', text: row.issued_by_name },
        { name: 'Issued', at: row.issued_at },
        ...(row.countered_by === null ? [] : [{ name: 'Reversed by', text: row.countered_by }]),
      ],
    };
  }

  private async listingFee(id: string): Promise<SourceDescription | undefined> {
    type Row = Record<'listing_name' | 'author' | 'month' | 'amount' | 'tax' | 'netted' | 'currency', string>;
    const [row] = await this.database.query<Row & { invoice_id: string | null; charged_at: Date }>(
      `select f.listing_name, coalesce(o.name, f.org_id::text) as author, to_char(f.month, 'YYYY-MM') as month, f.amount, f.tax, f.netted, f.currency, f.invoice_id, f.charged_at
       from billing.listing_fees f left join authors.organizations o on o.id = f.org_id where f.id::text = $1`,
      [id],
    );
    if (!row) return undefined;
    return {
      title: `Listing fee ${row.month} of ${row.listing_name}`,
      page: null,
      transfers: [],
      facts: [
        { name: 'Author', text: row.author },
        { name: 'Drive', text: row.listing_name },
        { name: 'Amount', amount: { minor: row.amount, currency: row.currency } },
        { name: 'Tax', amount: { minor: row.tax, currency: row.currency } },
        { name: "Deducted from the author's balance", amount: { minor: row.netted, currency: row.currency } },
        ...(row.invoice_id === null
          ? []
          : [{ name: 'Invoice', text: 'Open', page: `/finance/invoices/${row.invoice_id}` }]),
        { name: 'Charged', at: row.charged_at },
      ],
    };
  }
}
