import { Injectable } from '@nestjs/common';
import { AuthorAccounts, type Contact } from '@portal/authors';
import { utcDay } from '@portal/kernel';
import { Config } from '@portal/platform/config';
import type { Tx } from '@portal/platform/database';
import { Mailer } from '@portal/platform/mail';

const ACCOUNT = '/author/payout-account';

/** Mails to authors about their payout account, queued in the transaction that they report. */
@Injectable()
export class PayoutAccountMails {
  constructor(
    private readonly authors: AuthorAccounts,
    private readonly config: Config,
    private readonly mailer: Mailer,
  ) {}

  /** Must be read before the transaction opens. */
  contacts(orgId: string): Promise<Contact[]> {
    return this.authors.contacts(orgId);
  }

  async swapStarted(tx: Tx, by: string, contacts: readonly Contact[]): Promise<void> {
    await this.send(
      tx,
      contacts,
      'Another payout account is being set up',
      `${by} started to replace your payout account. Payouts continue as before until the new account is verified.\n\nIf nobody in your organisation did this, cancel it and change your password: ${this.accountPage}`,
    );
  }

  async swapped(tx: Tx, usableFrom: Date, contacts: readonly Contact[]): Promise<void> {
    await this.send(
      tx,
      contacts,
      'Your payout account was replaced',
      `Payouts go to the new account from ${utcDay(usableFrom)} (UTC). Until then we keep your earnings for you.\n\nIf nobody in your organisation did this, contact us before that day: ${this.accountPage}`,
    );
  }

  private get accountPage(): string {
    return `${this.config.publicUrl}${ACCOUNT}`;
  }

  private async send(tx: Tx, contacts: readonly Contact[], subject: string, text: string) {
    for (const { email } of contacts)
      await this.mailer.send(tx, { to: email, topic: 'payouts', subject, text, path: ACCOUNT });
  }
}
