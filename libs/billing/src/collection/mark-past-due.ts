import { Injectable } from '@nestjs/common';
import { SYSTEM_ACTOR } from '@portal/platform/access';
import { Audit } from '@portal/platform/audit';
import type { Tx } from '@portal/platform/database';
import { Policies } from '../policies/policies.js';
import { BillingMails } from './billing-mails.js';
import { nextRetryAt, suspensionAt } from './domain/retry-calendar.js';
import { PaymentsRepository, type InvoiceRow } from './payments.repository.js';

/** After a declined charge: when it is retried, when the tenant would be suspended, and the mail about it. */
@Injectable()
export class MarkPastDue {
  constructor(
    private readonly payments: PaymentsRepository,
    private readonly policies: Policies,
    private readonly mails: BillingMails,
    private readonly audit: Audit,
  ) {}

  /**
   * The dates follow from the first refusal and the policy of that day; whatever is decided later, they stay, but for the
   * time in which it could not be charged through no fault of the payer.
   */
  async execute(tx: Tx, invoice: InvoiceRow, problem: string): Promise<void> {
    const pastDueAt = invoice.past_due_at ?? tx.now;
    const policy = await this.policies.at(tx, 'payment_retry', pastDueAt);
    const suspendedForMs = suspendedMs(invoice, tx.now);
    const faultSeconds = Number(invoice.fault_seconds) + suspendedForMs / 1_000;
    const suspendAt = later(invoice.suspend_at ?? suspensionAt(policy, pastDueAt), suspendedForMs);
    const retryAt = nextRetryAt(policy, later(pastDueAt, faultSeconds * 1_000), tx.now);
    const refusals = invoice.retry_count + 1;
    await this.payments.invoicePastDue(tx, invoice, {
      problem,
      refusals,
      pastDueAt,
      suspendAt,
      nextRetryAt: retryAt,
      faultSeconds,
    });
    if (invoice.kind === 'installs') {
      if (invoice.past_due_at === null) await this.mails.failed(tx, invoice, { retryAt, suspendAt });
      // Told once: a new card that is refused after the last try of the calendar is no further warning.
      else if (retryAt === null && invoice.warned_at === null) await this.mails.lastWarning(tx, invoice, suspendAt);
    }
    await this.audit.record(tx, {
      actor: SYSTEM_ACTOR,
      action: 'invoice.charge_refused',
      subjectType: 'invoice',
      subjectId: invoice.id,
      before: { state: invoice.state },
      after: {
        problem,
        next_retry_at: retryAt?.toISOString() ?? null,
        suspend_at: suspendAt.toISOString(),
      },
    });
  }
}

/** How long announced dates were suspended since the last decline caused by the payer; whole seconds, in ms. */
function suspendedMs({ fault_since: since, past_due_at: pastDueAt }: InvoiceRow, now: Date): number {
  return since === null || pastDueAt === null ? 0 : Math.floor((now.getTime() - since.getTime()) / 1_000) * 1_000;
}

function later(at: Date, ms: number): Date {
  return new Date(at.getTime() + ms);
}
