import { Injectable } from '@nestjs/common';
import { utcDay } from '@portal/kernel';
import { Config } from '@portal/platform/config';
import { bypassRowSecurity, type Tx } from '@portal/platform/database';
import { Mailer } from '@portal/platform/mail';
import { SUSPENSION_CODE_NAMES, type SuspensionCode } from './domain/suspension.js';
import { AuthorAccounts, type Contact } from '../organizations/author-accounts.js';

/** Mails to everyone in an organisation whose account ends or is suspended, queued in the transaction. */
@Injectable()
export class OffboardingMails {
  constructor(
    private readonly config: Config,
    private readonly accounts: AuthorAccounts,
    private readonly mailer: Mailer,
  ) {}

  /** Must be read before the transaction opens. */
  readers(orgId: string): Promise<Contact[]> {
    return bypassRowSecurity(() => this.accounts.contacts(orgId));
  }

  async announced(
    tx: Tx,
    of: { name: string; byStaff: boolean; reason: string; closesAt: Date; endsAt: Date },
    readers: readonly Contact[],
  ): Promise<void> {
    const who = of.byStaff ? 'The platform is closing' : 'An owner of your organisation is closing';
    await this.send(tx, readers, `The developer account of ${of.name} closes on ${day(of.endsAt)}`, [
      `${who} the developer account of ${of.name}. Reason: ${of.reason}`,
      `You can no longer add Drives, versions or secrets. The closing can be withdrawn until ${day(of.closesAt)}. From then on your Drives cannot be installed, and on ${day(of.endsAt)} existing installs end. We notify everyone who uses your Drives of these dates.`,
      `Everything you have earned is paid out with the next payout, however small. Your statements remain available.`,
    ]);
  }

  async withdrawn(tx: Tx, readers: readonly Contact[]): Promise<void> {
    await this.send(tx, readers, 'Your developer account stays open', [
      'The closing of your developer account was withdrawn. Your Drives are in the catalogue as before.',
    ]);
  }

  async ended(tx: Tx, readers: readonly Contact[]): Promise<void> {
    await this.send(tx, readers, 'Your developer account is closed', [
      'Your developer account was closed as announced. Payments that tenants still make for the time before are paid out to you with the payout of their month, however small.',
      `You can still sign in to see your statements and payouts:\n${this.config.publicUrl}/author/earnings`,
    ]);
  }

  async suspended(tx: Tx, { code, reason }: { code: SuspensionCode; reason: string }, readers: readonly Contact[]) {
    await this.send(tx, readers, 'Your developer account is suspended', [
      `We have suspended your developer account: ${SUSPENSION_CODE_NAMES[code]}. ${reason}`,
      'You cannot submit Drives, publish versions or create secrets while it is suspended. Existing installs keep running, and payouts continue unless we notify you otherwise. You can still revoke secrets.',
      `See the status of your account: ${this.config.publicUrl}/author`,
    ]);
  }

  async resumed(tx: Tx, reason: string, readers: readonly Contact[]): Promise<void> {
    await this.send(tx, readers, 'Your developer account is active again', [
      `We have lifted the suspension of your developer account. ${reason}`,
      'You can submit Drives, publish versions and create secrets again. If your manifest changed in the meantime, we apply the change at the next sync.',
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

const day = (at: Date): string => `${utcDay(at)} (UTC)`;
