import { Injectable } from '@nestjs/common';
import { AuthorAccounts } from '@portal/authors';
import { Identity } from '@portal/identity';
import { Config } from '@portal/platform/config';
import type { Tx } from '@portal/platform/database';
import { Mailer } from '@portal/platform/mail';

/** E-mail addresses by the role of their owners. */
interface ComplianceReaders {
  readonly operators: readonly string[];
  readonly admins: readonly string[];
  readonly authors: readonly string[];
}

/** The text by role; a role without one gets no mail. */
export interface ComplianceMail extends Partial<Record<keyof ComplianceReaders, { text: string; path: string }>> {
  readonly subject: string;
}

/**
 * Mail about compliance to the operators of a tenant, admins and authors; recipients are looked up before the
 * transaction opens.
 */
@Injectable()
export class ComplianceMailer {
  constructor(
    private readonly config: Config,
    private readonly identity: Identity,
    private readonly accounts: AuthorAccounts,
    private readonly mailer: Mailer,
  ) {}

  /** @param orgId the author; null: the host's own Drive */
  async readers(tenantIds: readonly string[], orgId: string | null): Promise<ComplianceReaders> {
    const operators = new Set<string>();
    for (const id of tenantIds)
      for (const { email } of await this.identity.usersWith('operator', id)) operators.add(email);
    const admins = (await this.identity.usersWith('admin')).map(({ email }) => email);
    const authors = orgId === null ? [] : (await this.accounts.contacts(orgId)).map(({ email }) => email);
    return { operators: [...operators], admins, authors };
  }

  async send(tx: Tx, readers: ComplianceReaders, { subject, ...texts }: ComplianceMail): Promise<void> {
    for (const who of ['operators', 'admins', 'authors'] as const) {
      const mail = texts[who];
      if (!mail) continue;
      const text = `${mail.text}\n\n${this.config.publicUrl}${mail.path}`;
      const topic = who === 'authors' ? 'checks' : 'installs';
      for (const to of readers[who]) await this.mailer.send(tx, { to, topic, subject, text, path: mail.path });
    }
  }
}
