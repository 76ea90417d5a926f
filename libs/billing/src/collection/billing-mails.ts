import { Injectable } from '@nestjs/common';
import { formatMinor, utcDay } from '@portal/kernel';
import { Config } from '@portal/platform/config';
import type { Tx } from '@portal/platform/database';
import { Mailer } from '@portal/platform/mail';
import { operatorsOf } from '../operator-notices/operators.repository.js';

interface Owed {
  tenant_id: string;
  number: string;
  /** Amount due, minor units. */
  open: string;
  currency: string;
}

/** Mails to a tenant's operators about unpaid invoices, queued in the transaction that they report. */
@Injectable()
export class BillingMails {
  constructor(
    private readonly config: Config,
    private readonly mailer: Mailer,
  ) {}

  /** After the first decline. */
  async failed(tx: Tx, invoice: Owed, dates: { retryAt: Date | null; suspendAt: Date }): Promise<void> {
    const again = dates.retryAt === null ? '' : `We will try again on ${utcDay(dates.retryAt)}. `;
    await this.send(
      tx,
      invoice,
      'could not be charged',
      `${again}Your plugins keep running for now. If the invoice is still unpaid on ${utcDay(dates.suspendAt)}, your paid plugins will be suspended.`,
    );
  }

  /** After the last scheduled retry was declined. */
  async lastWarning(tx: Tx, invoice: Owed, suspendAt: Date): Promise<void> {
    await this.send(
      tx,
      invoice,
      'is still unpaid',
      `We will not charge the card again automatically. If the invoice is still unpaid on ${utcDay(suspendAt)}, your paid plugins will be suspended. Add another card, or pay now.`,
    );
  }

  async suspended(tx: Tx, invoice: Owed): Promise<void> {
    await this.send(
      tx,
      invoice,
      'is unpaid: paid plugins are suspended',
      'Nothing has been deleted, and you are not charged for them while they are suspended. They resume as soon as the invoice is paid.',
    );
  }

  async resumed(tx: Tx, invoice: Owed): Promise<void> {
    await this.send(tx, invoice, 'is paid: your plugins have resumed', 'Billing for them resumes from now on.');
  }

  private async send(tx: Tx, invoice: Owed, subject: string, text: string): Promise<void> {
    const amount = formatMinor(BigInt(invoice.open), invoice.currency);
    for (const to of await operatorsOf(tx, invoice.tenant_id))
      await this.mailer.send(tx, {
        to,
        topic: 'invoices',
        subject: `Invoice ${invoice.number} for ${amount} ${subject}`,
        text: `${text}\n\nManage cards and invoices: ${this.config.publicUrl}/plugins/billing`,
        path: '/plugins/billing',
      });
  }
}
