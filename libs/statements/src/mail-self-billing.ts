import { Injectable } from '@nestjs/common';
import { AuthorAccounts } from '@portal/authors';
import { DocumentLinks } from '@portal/billing';
import { Config } from '@portal/platform/config';
import type { DeliveryContext } from '@portal/platform/events';
import { Mailer } from '@portal/platform/mail';
import type { SelfBillingNotice } from './events.js';

/** Mails what was issued in an author's name to the author, with a link to it. */
@Injectable()
export class MailSelfBilling {
  constructor(
    private readonly config: Config,
    private readonly authors: AuthorAccounts,
    private readonly links: DocumentLinks,
    private readonly mailer: Mailer,
  ) {}

  async execute({ statement_id, org_id, kind, number }: SelfBillingNotice, { once }: DeliveryContext): Promise<void> {
    const { text, token } = this.links.inMail(`${statement_id} ${kind}`, 'self_billing');
    const path = `/author/payouts/${statement_id}`;
    const subject = `${kind === 'invoice' ? 'Self-billing invoice' : 'Corrective self-billing invoice'} ${number}`;
    const about = `${subject} was issued in your name, as you agreed.\n\n${text}\n\nIts statement: ${this.config.publicUrl}${path}`;
    await once(async (tx) => {
      for (const { email } of await this.authors.contacts(org_id, tx))
        await this.mailer.send(tx, { to: email, topic: 'payouts', subject, text: about, path, token });
    });
  }
}
