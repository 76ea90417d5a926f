import { Injectable } from '@nestjs/common';
import type { Tx } from '@portal/platform/database';
import { COLLECTED } from '../payments.repository.js';

interface AboutInvoice {
  tenant_name: string;
  owed_minor: string;
  /** Collected with the later invoice that it was carried into. */
  carried: boolean;
  /** Payer and authors. */
  organizations: string[];
}

/** SQL condition on an invoice `i`: it, or a part of it, was carried into a later one. */
export const CARRIED = 'exists (select 1 from billing.invoices n where n.carried_from = i.id)';
/** SQL expression on an invoice `i`: amount due plus what it would have carried forward. Minor units. */
export const OWED = `(billing.open_amount(i.id) + case when ${CARRIED} then 0 else billing.carries(i.id) end)::text`;

@Injectable()
export class WriteOffsRepository {
  async about(tx: Tx, invoiceId: string): Promise<AboutInvoice> {
    const [row] = await tx.query<AboutInvoice>(
      `select i.tenant_name, ${OWED} as owed_minor, i.state = 'below_minimum' and ${CARRIED} as carried,
         authors.concerned('invoice', i.id) as organizations from billing.invoices i where i.id = $1`,
      [invoiceId],
    );
    return row!;
  }

  /** Includes everything that was carried into it. */
  async giveUp(tx: Tx, invoiceId: string): Promise<void> {
    await tx.query(
      `${COLLECTED} update billing.invoices i set state = 'uncollectible', next_retry_at = null
       from collected c where i.id = c.id and i.state in ('past_due', 'below_minimum')`,
      [invoiceId],
    );
  }
}
