import { Injectable } from '@nestjs/common';
import { AuthorAccounts, type Contact } from '@portal/authors';
import { Identity, type Person } from '@portal/identity';
import { Config } from '@portal/platform/config';
import { bypassRowSecurity, type Tx } from '@portal/platform/database';
import { Mailer, type Mail } from '@portal/platform/mail';

/** A mail without its recipients. */
export type MailText = Omit<Mail, 'to'>;

/**
 * Recipients of mail about Drives, and its sending with the transaction. Recipients are looked up before that opens.
 */
@Injectable()
export class ListingMailer {
  constructor(
    private readonly config: Config,
    private readonly identity: Identity,
    private readonly accounts: AuthorAccounts,
    private readonly mailer: Mailer,
  ) {}

  /** Where the portal's pages are, without a slash at the end. */
  get portal(): string {
    return this.config.publicUrl;
  }

  reviewers(): Promise<Person[]> {
    return bypassRowSecurity(() => this.identity.usersWith('reviewer'));
  }

  /** `tx`: in the transaction that sends. */
  authors(orgId: string, tx?: Tx): Promise<Contact[]> {
    return this.accounts.contacts(orgId, tx);
  }

  async notify(tx: Tx, receivers: readonly { readonly email: string }[], mail: MailText): Promise<void> {
    for (const { email } of receivers) await this.mailer.send(tx, { to: email, ...mail });
  }
}
