import { Injectable } from '@nestjs/common';
import { AppError, decodeCursor, formatMinor, toPage, type Page } from '@portal/kernel';
import { Database, isoDates, type RowOf } from '@portal/platform/database';
import { divideInProportion } from '../../adjustments/domain/reversal.js';
import { billingErrors } from '../../errors.js';
import { Policies } from '../../policies/policies.js';
import type { InvoicesQuery } from '../http/billing.dto.js';
import type {
  InvoiceDetailView,
  InvoiceLineView,
  InvoiceTaxView,
  InvoiceView,
  PaymentAttemptView,
  SellerView,
} from '../http/billing.view.js';

type InvoiceRow = RowOf<InvoiceView, 'issued_at' | 'paid_at' | 'next_retry_at' | 'past_due_at' | 'suspend_at'> & {
  number_seq: string;
  exponent: number;
  tax_details: Partial<InvoiceTaxView> | null;
};

type LineRow = RowOf<Omit<InvoiceLineView, 'text' | 'tax_minor'>, 'from_at' | 'to_at'> & {
  /** Position in the order in which amounts are distributed over lines. */
  place: number;
};

const INVOICE = `select i.id, i.number, i.number_seq, i.tenant_id, i.tenant_name, to_char(i.month, 'YYYY-MM') as month, i.state,
    i.subtotal as subtotal_minor, i.tax as tax_minor, i.total as total_minor, i.currency, c.exponent, i.issued_at, i.paid_at, i.tax_details,
    i.kind, i.past_due_at, i.suspend_at, i.next_retry_at, i.last_problem
  from billing.invoices i join ledger.currency c on c.code = i.currency`;

/** Reads invoices. `tenantIds` limits them to those tenants; other invoices count as missing. */
@Injectable()
export class Invoices {
  constructor(
    private readonly database: Database,
    private readonly policies: Policies,
  ) {}

  async list(query: InvoicesQuery & { tenantIds?: string[] }): Promise<Page<InvoiceView>> {
    const [first = null, last = null] = query.numbers?.split('-') ?? [];
    const [before] = query.cursor === undefined ? [null] : decodeCursor(query.cursor, 1);
    const rows = await this.database.query<InvoiceRow>(
      `${INVOICE} where ($1::text is null or i.month = ($1 || '-01')::date) and ($2::uuid[] is null or i.tenant_id = any($2))
         and ($3::bigint is null or i.number_seq < $3) and (i.state <> 'draft' or $2 is null)
         and ($5::uuid is null or exists (select 1 from billing.invoice_lines l
           where l.invoice_id = i.id and l.month = i.month and l.org_id = $5 and l.author_share > 0))
         and ($6::text is null or i.currency = $6) and ($7::bigint is null or i.number_seq between $7 and $8::bigint)
         and ($9::text is null or i.state = $9) and ($10::text is null or strpos(lower(i.tenant_name || ' ' || i.number), lower($10)) > 0)
       order by i.number_seq desc limit $4`,
      [
        ...[query.month ?? null, query.tenantIds ?? null, before, query.limit + 1],
        ...[query.author ?? null, query.currency ?? null, first, last, query.state ?? null, query.q ?? null],
      ],
    );
    return toPage(rows, query.limit, ['number_seq'], invoiceView);
  }

  async get(invoiceId: string, tenantIds?: string[]): Promise<InvoiceDetailView> {
    const [row] = await this.database.query<InvoiceRow>(
      `${INVOICE} where i.id = $1 and ($2::uuid[] is null or i.tenant_id = any($2))`,
      [invoiceId, tenantIds ?? null],
    );
    if (!row) throw new AppError(billingErrors.invoice_not_found);
    const lines = await this.database.query<LineRow>(
      `select id, install_id, drive_id, drive_name, venture_name, from_at, to_at, price_amount as price_minor, seconds::int, month_seconds::int,
         gross as amount_minor,
         (row_number() over (order by install_id, from_at, segment_id))::int as place
       from billing.invoice_lines where invoice_id = $1 order by drive_name, venture_name, from_at, id`,
      [invoiceId],
    );
    const payments = await this.database.query<RowOf<PaymentAttemptView, 'created_at'>>(
      'select n, state, amount as amount_minor, payment_intent_id, problem, created_at from billing.payments where invoice_id = $1 order by n',
      [invoiceId],
    );
    const [collection] = await this.database.query<Pick<InvoiceDetailView, 'collected_by' | 'host_reference'>>(
      `select coalesce((select c.collected_by from billing.tenant_customers c where c.tenant_id = $2), 'portal') as collected_by,
         (select h.reference from billing.host_payments h where h.invoice_id = $1) as host_reference`,
      [invoiceId, row.tenant_id],
    );
    const taxes = taxOfLines(lines, BigInt(row.tax_minor));
    return {
      ...invoiceView(row),
      seller: row.issued_at && (await this.seller(row.issued_at)),
      tax: row.tax_details && taxView(row.tax_details),
      lines: lines.map((line) => lineView(line, row, taxes.get(line.id)!)),
      payments: payments.map(isoDates),
      ...collection!,
    };
  }

  /** Tenants whose invoices the host collects. */
  async collectedByHost(): Promise<string[]> {
    const tenants = `select tenant_id from billing.tenant_customers where collected_by = 'host'`;
    return (await this.database.query<{ tenant_id: string }>(tenants)).map((row) => row.tenant_id);
  }

  private async seller(issuedAt: Date): Promise<SellerView | null> {
    const operator = await this.policies.printedAt(this.database, 'operator_identity', issuedAt);
    if (operator === undefined || operator.legal_name === null) return null;
    const { legal_name, address, country, tax_id } = operator;
    return { legal_name, address: address ?? '', country: country ?? '', tax_id };
  }
}

function invoiceView({ number_seq: _seq, exponent: _exponent, tax_details: _details, ...row }: InvoiceRow) {
  return isoDates(row);
}

function taxView(details: Partial<InvoiceTaxView>): InvoiceTaxView {
  return {
    legal_name: details.legal_name ?? null,
    country: details.country ?? null,
    region: details.region ?? null,
    tax_id: details.tax_id ?? null,
    name: details.name ?? null,
    percentage: details.percentage ?? null,
    reverse_charge: details.reverse_charge ?? false,
    reason: details.reason ?? 'no_rate',
  };
}

/** The tax of each line by its id, in proportion to the amounts, as a refund of that line would return it. */
function taxOfLines(lines: readonly LineRow[], taxMinor: bigint): Map<string, bigint> {
  // A listing fee has no lines.
  if (lines.length === 0) return new Map();
  const inOrder = [...lines].sort((a, b) => a.place - b.place);
  const parts = divideInProportion(
    inOrder.map((line) => BigInt(line.amount_minor)),
    taxMinor,
  );
  return new Map(inOrder.map(({ id }, i) => [id, parts[i]!]));
}

function lineView({ place: _place, ...row }: LineRow, invoice: InvoiceRow, taxMinor: bigint): InvoiceLineView {
  const price = formatMinor(BigInt(row.price_minor), invoice.currency, invoice.exponent);
  return {
    ...isoDates(row),
    text:
      row.seconds === row.month_seconds
        ? `${price} for the whole month`
        : `${price} × ${row.seconds} of ${row.month_seconds} seconds`,
    tax_minor: taxMinor.toString(),
  };
}
