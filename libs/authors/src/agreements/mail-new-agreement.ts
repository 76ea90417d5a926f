import { Injectable } from '@nestjs/common';
import { utcMinute } from '@portal/kernel';
import { Config } from '@portal/platform/config';
import { Database } from '@portal/platform/database';
import type { Once } from '@portal/platform/events';
import { Mailer } from '@portal/platform/mail';
import { AuthorAccounts } from '../organizations/author-accounts.js';

/** Payload of `agreement.published`; times are ISO 8601 UTC. */
export interface NewAgreementNotice {
  version: string;
  effective_at: string;
  sign_until?: string;
}

/** Notifies everyone in organisations with an account that a new agreement can be signed. */
@Injectable()
export class MailNewAgreement {
  constructor(
    private readonly config: Config,
    private readonly database: Database,
    private readonly accounts: AuthorAccounts,
    private readonly mailer: Mailer,
  ) {}

  /** `once` runs its work in a transaction of its own, exactly once per event. */
  async execute(notice: NewAgreementNotice, once: Once): Promise<void> {
    const rows = await this.database.query<{ org_id: string }>(
      `select org_id from authors.developer_accounts where state in ('pending_agreement', 'active', 'suspended') order by org_id`,
    );
    const readers = new Set<string>();
    for (const { org_id: orgId } of rows)
      for (const { email } of await this.accounts.contacts(orgId)) readers.add(email);
    const { sign_until: until } = notice;
    const text = [
      `Version ${notice.version} of the developer agreement takes effect on ${utcMinute(notice.effective_at)}.`,
      until === undefined
        ? 'An owner of your organisation can read and sign it now. Until then you cannot submit Drives or create secrets.'
        : `An owner of your organisation must sign it by ${utcMinute(until)}. You can read it, compare it with the version you signed last, and sign it now. After that date you cannot submit Drives or create secrets until it is signed. Installs and payouts are not affected.`,
      `${this.config.publicUrl}/author/agreement`,
    ].join('\n\n');
    await once(async (tx) => {
      for (const to of readers)
        await this.mailer.send(tx, {
          to,
          topic: 'agreement',
          subject: `New version of the developer agreement: ${notice.version}`,
          text,
          path: '/author/agreement',
        });
    });
  }
}
