import { Injectable } from '@nestjs/common';
import { AuthorAccounts, type Contact } from '@portal/authors';
import { formatMinor } from '@portal/kernel';
import { Config } from '@portal/platform/config';
import { Database, type Tx } from '@portal/platform/database';
import { Mailer } from '@portal/platform/mail';

/** Contacts of each organization with lines on an invoice. */
export type DisputeContacts = ReadonlyMap<string, readonly Contact[]>;

/** Mails to authors about disputes of their lines, queued in the transaction that they report. */
@Injectable()
export class DisputeMails {
  constructor(
    private readonly database: Database,
    private readonly authors: AuthorAccounts,
    private readonly config: Config,
    private readonly mailer: Mailer,
  ) {}

  /** Must be read before the transaction opens. */
  async contacts(invoiceId: string): Promise<DisputeContacts> {
    const rows = await this.database.query<{ org_id: string }>(
      'select distinct org_id from billing.invoice_lines where invoice_id = $1 and org_id is not null order by org_id',
      [invoiceId],
    );
    const found = new Map<string, readonly Contact[]>();
    for (const { org_id: orgId } of rows) found.set(orgId, await this.authors.contacts(orgId));
    return found;
  }

  async opened(tx: Tx, share: DisputedShare, contacts: DisputeContacts): Promise<void> {
    await this.send(tx, share, contacts, {
      subject: (amount) => `A customer disputed a payment: ${amount} of your earnings is on hold`,
      text: (amount) =>
        `A customer disputed a payment with their bank. Your share of it, ${amount}, is on hold until the bank decides. ` +
        'We respond to the bank, and no action is needed from you. If the dispute is won, the amount is released to you. ' +
        'If it is lost, the amount is deducted from your earnings.',
    });
  }

  async lost(tx: Tx, share: DisputedShare, contacts: DisputeContacts): Promise<void> {
    await this.send(tx, share, contacts, {
      subject: (amount) => `A dispute was lost: ${amount} was returned to the customer`,
      text: (amount) =>
        `The customer's bank decided against us. Your share of the payment, ${amount}, which was on hold, was returned ` +
        'to the customer. If the decision is reversed later, you get it back.',
    });
  }

  private async send(
    tx: Tx,
    { orgId, amountMinor, currency }: DisputedShare,
    contacts: DisputeContacts,
    words: { subject: (amount: string) => string; text: (amount: string) => string },
  ): Promise<void> {
    const amount = formatMinor(amountMinor, currency);
    for (const { email } of contacts.get(orgId) ?? []) {
      await this.mailer.send(tx, {
        to: email,
        topic: 'disputes',
        subject: words.subject(amount),
        text: `${words.text(amount)}\n\nYour earnings: ${this.config.publicUrl}/author/earnings`,
        path: '/author/earnings',
      });
    }
  }
}

/** The amount on hold for one author because of a dispute. Minor units. */
interface DisputedShare {
  readonly orgId: string;
  readonly amountMinor: bigint;
  readonly currency: string;
}
