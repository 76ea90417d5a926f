import { Injectable } from '@nestjs/common';
import { AuthorAccounts, type Contact } from '@portal/authors';
import { formatMinor } from '@portal/kernel';
import { Config, Mailer, type Tx } from '@portal/platform';
import { REFUSED_TEXT } from './domain/plan-payout.js';

/** Mail to authors about their payouts; leaves with the transaction that it tells about. */
@Injectable()
export class PayoutMails {
  constructor(
    private readonly authors: AuthorAccounts,
    private readonly config: Config,
    private readonly mailer: Mailer,
  ) {}

  /** Asked before the transaction is opened. */
  contacts(orgId: string): Promise<Contact[]> {
    return this.authors.contacts(orgId);
  }

  async refused(tx: Tx, payout: { amount: bigint; currency: string }, contacts: readonly Contact[]): Promise<void> {
    for (const { email } of contacts) {
      await this.mailer.send(tx, {
        to: email,
        subject: `Your payout of ${formatMinor(payout.amount, payout.currency)} could not be made`,
        text: `${REFUSED_TEXT}\n\nSee what is missing: ${this.config.publicUrl}/author/payout-account`,
      });
    }
  }
}
