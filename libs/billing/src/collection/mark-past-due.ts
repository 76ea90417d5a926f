import { Injectable } from '@nestjs/common';
import { SYSTEM_ACTOR } from '@portal/platform/access';
import type { Tx } from '@portal/platform/database';
import { Policies } from '../policies/policies.js';
import { BillingMails } from './billing-mails.js';
import { nextRetryAt, suspensionAt } from './domain/retry-calendar.js';
import { PaymentsRepository, type InvoiceRow } from './payments.repository.js';

/** After a declined charge: sets the next retry and the date of suspension, and sends the mail about it. */
@Injectable()
export class MarkPastDue {
  constructor(
    private readonly payments: PaymentsRepository,
    private readonly policies: Policies,
    private readonly mails: BillingMails,
  ) {}

  /**
   * The dates follow from the first decline and the policy of that day. Later policies do not change them; only the
   * time in which the invoice could not be charged because of a platform-side failure is added.
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
      // Once only: a decline of a new card after the last retry is not announced again.
      else if (retryAt === null && invoice.warned_at === null) await this.mails.lastWarning(tx, invoice, suspendAt);
    }
    await tx.audit(SYSTEM_ACTOR, 'invoice.charge_refused', ['invoice', invoice.id], {
      before: { state: invoice.state },
      after: {
        problem,
        next_retry_at: retryAt?.toISOString() ?? null,
        suspend_at: suspendAt.toISOString(),
      },
    });
  }
}

/** Time for which the announced dates were suspended since the payer's last decline, ms (whole seconds). */
function suspendedMs({ fault_since: since, past_due_at: pastDueAt }: InvoiceRow, now: Date): number {
  return since === null || pastDueAt === null ? 0 : Math.floor((now.getTime() - since.getTime()) / 1_000) * 1_000;
}

function later(at: Date, ms: number): Date {
  return new Date(at.getTime() + ms);
}
