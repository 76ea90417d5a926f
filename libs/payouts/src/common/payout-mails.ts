import { Injectable } from '@nestjs/common';
import { AuthorAccounts, type Contact } from '@portal/authors';
import { formatMinor, utcDay } from '@portal/kernel';
import { Config } from '@portal/platform/config';
import type { Tx } from '@portal/platform/database';
import { Mailer } from '@portal/platform/mail';
import { UNPAID_TEXT, WHO_ACTS, type UnpaidReason } from '../runs/domain/unpaid.js';

const ACCOUNT = '/author/payout-account';
const PAYOUTS = '/author/payouts';

interface Amount {
  readonly amount: bigint;
  readonly currency: string;
}

/** Mails to authors about their payouts, queued in the transaction that they report. */
@Injectable()
export class PayoutMails {
  constructor(
    private readonly authors: AuthorAccounts,
    private readonly config: Config,
    private readonly mailer: Mailer,
  ) {}

  /** Must be read before the transaction opens. */
  contacts(orgId: string): Promise<Contact[]> {
    return this.authors.contacts(orgId);
  }

  async paid(tx: Tx, { id, amount, currency }: Amount & { id: string }, contacts: readonly Contact[]): Promise<void> {
    const path = `${PAYOUTS}/${id}`;
    const words = `${formatMinor(amount, currency)} was sent to your payout account. Your bank may need a few days.`;
    const subject = `Payout of ${formatMinor(amount, currency)} sent (${id.slice(-8)})`;
    await this.send(tx, contacts, subject, `${words}\n\nSee what it is made of: ${this.config.publicUrl}${path}`, path);
  }

  async withheld(tx: Tx, payout: Amount, code: UnpaidReason, contacts: readonly Contact[]): Promise<void> {
    const path = WHO_ACTS[code] === 'author' ? ACCOUNT : PAYOUTS;
    await this.send(
      tx,
      contacts,
      `Your payout of ${formatMinor(payout.amount, payout.currency)} could not be made`,
      `${UNPAID_TEXT[code]}\n\nSee the details: ${this.config.publicUrl}${path}`,
      path,
    );
  }

  async held(tx: Tx, hold: { basisPoints: number; reason: string }, contacts: readonly Contact[]): Promise<void> {
    const part =
      hold.basisPoints === 10_000
        ? 'Your payouts are on hold'
        : `${hold.basisPoints / 100} % of your payouts is on hold`;
    await this.send(
      tx,
      contacts,
      part,
      `${hold.reason}\n\nThe money is kept for you. See the amounts on hold: ${this.config.publicUrl}${PAYOUTS}`,
      PAYOUTS,
    );
  }

  async bankRefused(tx: Tx, payout: Amount, why: string | null, contacts: readonly Contact[]): Promise<void> {
    await this.send(
      tx,
      contacts,
      `Your bank rejected a payout of ${formatMinor(payout.amount, payout.currency)}`,
      `${why ?? 'The bank gave no reason.'}\n\nThe money is in your account at the payment processor, which pays it out again after you correct your bank details: ${this.accountPage}`,
    );
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

  private async send(tx: Tx, contacts: readonly Contact[], subject: string, text: string, path = ACCOUNT) {
    for (const { email } of contacts) await this.mailer.send(tx, { to: email, topic: 'payouts', subject, text, path });
  }
}
