import { Injectable } from '@nestjs/common';
import { formatMinor } from '@portal/kernel';
import type { AuditSubject } from '@portal/platform/audit';
import { Database } from '@portal/platform/database';

/** Who did something; null: the product itself. */
export interface Doer {
  readonly userId: string | null;
  readonly name: string;
  /** The operator for whom the host did it. */
  readonly forOperator: string | null;
}

interface Priced {
  amount: string;
  currency: string | null;
}

export interface InstallFacts {
  tenantId: string;
  plugin: string;
  venture: string;
  version: string | null;
  /** Per month, or `free of charge`. */
  price: string;
}

export interface MoneyFacts {
  tenantId: string;
  /** Number of the invoice. */
  invoice: string;
  invoiceId: string;
  amount: string;
  /** The host collects it; otherwise the saved card is charged. */
  byHost?: boolean;
  /** The invoice or credit note itself; not of those that the host collects. */
  documentId?: string | undefined;
  by: Doer | null;
}

/** What the mails to operators say, read by the ids of an event; undefined when it does not concern a tenant. */
@Injectable()
export class OperatorFacts {
  constructor(private readonly database: Database) {}

  async install(id: string): Promise<InstallFacts | undefined> {
    const [row] = await this.database.query<Omit<InstallFacts, 'price'> & Priced>(
      `select i.tenant_id as "tenantId", d.name as plugin, v.name as venture, i.version, i.amount, i.currency
       from installs.installs i join installs.ventures v on v.id = i.venture_id
         join authors.drive_reservations d on d.id = i.drive_id where i.id = $1`,
      [id],
    );
    return row && { ...row, price: row.amount === '0' ? 'free of charge' : `for ${amountOf(row)} a month` };
  }

  /** An invoice for installs. */
  async invoice(id: string): Promise<MoneyFacts | undefined> {
    const [row] = await this.database.query<Omit<MoneyFacts, 'by'> & Priced>(
      `select i.tenant_id as "tenantId", i.number as invoice, i.id as "invoiceId", coalesce(i.amount_due, 0) as amount, i.currency,
         exists (select from billing.tenant_customers c where c.tenant_id = i.tenant_id and c.collected_by = 'host') as "byHost"
       from billing.invoices i where i.id = $1 and i.kind = 'installs'`,
      [id],
    );
    return row && { ...row, amount: amountOf(row), by: null, documentId: row.byHost ? undefined : id };
  }

  refund = (id: string): Promise<MoneyFacts | undefined> =>
    this.givenBack(
      `select invoice_id, amount, currency, requested_by as user_id, requested_by_name as name,
         (select n.id from billing.credit_notes n where n.refund_id = f.id order by n.issued_at desc, n.id desc limit 1) as document_id
       from billing.refunds f where id = $1`,
      id,
    );

  /** A credit note that belongs to no refund, which is a notice of its own. */
  creditNote = (id: string): Promise<MoneyFacts | undefined> =>
    this.givenBack(
      `select invoice_id, total as amount, currency, issued_by as user_id, issued_by_name as name, id as document_id from billing.credit_notes where id = $1 and refund_id is null`,
      id,
    );

  /** From the newest entry of the audit trail. */
  async doer([type, id]: AuditSubject, action: string): Promise<Doer | null> {
    const [row] = await this.database.query<Doer & { kind: string }>(
      `select actor_kind as kind, actor_id as "userId", actor_name as name, after->>'operator_email' as "forOperator" from platform.audit_log
       where subject_type = $1 and subject_id = $2 and action = $3 order by seq desc limit 1`,
      [type, id, action],
    );
    return row && row.kind !== 'system' ? row : null;
  }

  private async givenBack(sql: string, id: string): Promise<MoneyFacts | undefined> {
    const [row] = await this.database.query<
      Omit<MoneyFacts, 'by'> & Priced & { userId: string | null; by: string; documentId: string | null }
    >(
      `select i.tenant_id as "tenantId", i.number as invoice, i.id as "invoiceId", r.amount, r.currency, r.user_id as "userId", r.name as by,
         r.document_id as "documentId"
       from (${sql}) r join billing.invoices i on i.id = r.invoice_id and i.kind = 'installs'`,
      [id],
    );
    if (!row) return undefined;
    const by = { userId: row.userId, name: row.by, forOperator: null };
    return { ...row, amount: amountOf(row), by, documentId: row.documentId ?? undefined };
  }
}

function amountOf({ amount, currency }: Priced): string {
  return formatMinor(BigInt(amount), currency ?? '');
}
