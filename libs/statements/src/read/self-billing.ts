import { Injectable } from '@nestjs/common';
import { required } from '@portal/kernel';
import { bypassRowSecurityFor, Database } from '@portal/platform/database';
import type { StatementDocument } from '@portal/statement-proof';
import { correctionsOf, linesElsewhere, type SelfBillingInvoice } from '../domain/self-billing.js';
import { statementErrors } from '../errors.js';
import { PROFILE_COLUMNS, type StoredTaxProfile } from '../persistence/tax-profiles.repository.js';
import type { SelfBillingInvoiceEntity } from '../persistence/tax-profile.entity.js';
import type { SelfBillingPaper } from '../print-self-billing.js';

export type PaperKind = SelfBillingInvoiceEntity['kind'];

/**
 * The self-billing invoice on which each of the lines $1 stands: that of the statement in whose range the line was first
 * paid, with its own invoice or one into which all of it was carried.
 */
const INVOICES = `with recursive payer as (
    select l.id as line_id, l.org_id, l.currency, i.id, i.amount_due from billing.invoice_lines l join billing.invoices i on i.id = l.invoice_id
      where l.id = any($1::uuid[])
    union all select p.line_id, p.org_id, p.currency, n.id, n.amount_due from payer p join billing.invoices n on n.carried_from = p.id where p.amount_due = 0),
  paid as (select p.line_id, p.org_id, p.currency, min(t.id) as tx from payer p
    join ledger.ledger_tx t on t.source_type = 'invoice' and t.source_id = p.id::text and t.kind = 'invoice_paid' group by 1, 2, 3)
  select p.line_id, b.number, to_char(b.issued_at at time zone 'UTC', 'YYYY-MM-DD') as "issuedOn", f.vat_treatment as "vatTreatment"
  from paid p join statements.months m on p.tx > m.after_tx and p.tx <= m.cutoff_tx
  join statements.statements s on s.seal = m.seq and s.org_id = p.org_id and s.currency = p.currency
  join statements.self_billing_invoices b on b.statement_id = s.id and b.kind = 'invoice'
  join statements.tax_profiles f on f.org_id = b.org_id and f.version = b.profile_version`;

/** Self-billing invoices and correctives that were issued. */
@Injectable()
export class SelfBilling {
  constructor(private readonly database: Database) {}

  /** By line; without those whose statement has no invoice. */
  async invoicesOf(lineIds: readonly string[]): Promise<Map<string, SelfBillingInvoice>> {
    if (lineIds.length === 0) return new Map();
    const rows = await this.database.query<SelfBillingInvoice & { line_id: string }>(INVOICES, [lineIds]);
    return new Map(rows.map(({ line_id, ...invoice }) => [line_id, invoice]));
  }

  /** @throws AppError `self_billing_not_found` (404) */
  async paper(document: StatementDocument, kind: PaperKind): Promise<SelfBillingPaper> {
    const [row] = await this.database.query<StoredTaxProfile & { number: string; issuedAt: Date }>(
      `select ${PROFILE_COLUMNS}, i.number, i.issued_at as "issuedAt" from statements.self_billing_invoices i
       join statements.tax_profiles p on p.org_id = i.org_id and p.version = i.profile_version where i.statement_id = $1 and i.kind = $2`,
      [document.statement.id, kind],
    );
    const { number, issuedAt, ...supplier } = required(row, statementErrors.self_billing_not_found);
    if (kind === 'invoice') return { number, issuedAt, supplier, corrections: null };
    // Lines stand on invoices of tenants.
    const read = () => this.invoicesOf(linesElsewhere(document));
    const invoices = await bypassRowSecurityFor(document.statement.author_id, read);
    return { number, issuedAt, supplier, corrections: correctionsOf(document, invoices) };
  }
}
