import { Injectable } from '@nestjs/common';
import { Config } from '@portal/platform/config';
import { bypassRowSecurity, type Tx } from '@portal/platform/database';
import { Mailer } from '@portal/platform/mail';
import { AuthorAccounts, type Contact } from '../organizations/author-accounts.js';

/** Mail to everybody of an organisation that leaves; goes out with the transaction. */
@Injectable()
export class OffboardingMails {
  constructor(
    private readonly config: Config,
    private readonly accounts: AuthorAccounts,
    private readonly mailer: Mailer,
  ) {}

  /** Asked before the transaction is opened. */
  readers(orgId: string): Promise<Contact[]> {
    return bypassRowSecurity(() => this.accounts.contacts(orgId));
  }

  async announced(
    tx: Tx,
    of: { name: string; byStaff: boolean; reason: string; closesAt: Date; endsAt: Date },
    readers: readonly Contact[],
  ): Promise<void> {
    const who = of.byStaff ? 'The operator of the portal ends' : 'An owner of your organisation ends';
    await this.send(tx, readers, `The developer account of ${of.name} ends on ${day(of.endsAt)}`, [
      `${who} the developer account of ${of.name}. The reason given: ${of.reason}`,
      `From now on no new Drive, version or secret is taken. Until ${day(of.closesAt)} it can be taken back. From then on nothing new is installed, and on ${day(of.endsAt)} what is installed ends. Whoever uses your Drives is told these days.`,
      `Everything you earned is paid out with the next payout, however small, and statements stay where they are.`,
    ]);
  }

  async withdrawn(tx: Tx, readers: readonly Contact[]): Promise<void> {
    await this.send(tx, readers, 'Your developer account goes on', [
      'The announced end of your developer account was taken back. Your Drives are in the catalogue as before.',
    ]);
  }

  async ended(tx: Tx, readers: readonly Contact[]): Promise<void> {
    await this.send(tx, readers, 'Your developer account has ended', [
      'Your developer account has ended as announced. What tenants still pay for the time before is paid out to you with the payout of its month, however small.',
      `You can sign in to see statements and payouts:\n${this.config.publicUrl}/author/earnings`,
    ]);
  }

  private async send(tx: Tx, readers: readonly Contact[], subject: string, parts: readonly string[]): Promise<void> {
    for (const { email } of readers)
      await this.mailer.send(tx, {
        to: email,
        topic: 'agreement',
        subject,
        text: parts.join('\n\n'),
        path: '/author',
      });
  }
}

const day = (at: Date): string => `${at.toISOString().slice(0, 10)} (UTC)`;
