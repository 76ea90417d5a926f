import { Injectable } from '@nestjs/common';
import { AuthorAccounts, type Contact } from '@portal/authors';
import { formatMinor } from '@portal/kernel';
import { Config } from '@portal/platform/config';
import { Database, type Tx } from '@portal/platform/database';
import { Mailer } from '@portal/platform/mail';

/** People of each organization that has lines on an invoice. */
export type DisputeContacts = ReadonlyMap<string, readonly Contact[]>;

/** Mail to authors about disputes that touch their lines; leaves with the transaction that it tells about. */
@Injectable()
export class DisputeMails {
  constructor(
    private readonly database: Database,
    private readonly authors: AuthorAccounts,
    private readonly config: Config,
    private readonly mailer: Mailer,
  ) {}

  /** Asked before the transaction is opened. */
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
      subject: (amount) => `A customer disputes a payment: ${amount} of yours is held`,
      text: (amount) =>
        `A customer's bank asked for a payment back. Your part of it, ${amount}, is held until the bank decides. ` +
        'We answer the bank; there is nothing that you have to do. If it is decided for us, the amount is yours again; ' +
        'if not, it is taken from your earnings.',
    });
  }

  async lost(tx: Tx, share: DisputedShare, contacts: DisputeContacts): Promise<void> {
    await this.send(tx, share, contacts, {
      subject: (amount) => `A dispute was lost: ${amount} goes back`,
      text: (amount) =>
        `The customer's bank decided against us. Your part of the payment, ${amount}, which was held until now, went ` +
        'back to the customer. If an appeal is won later, it is yours again.',
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

/** What a dispute holds of one author. Minor units. */
interface DisputedShare {
  readonly orgId: string;
  readonly amountMinor: bigint;
  readonly currency: string;
}
