import { Injectable } from '@nestjs/common';
import { utcMinute } from '@portal/kernel';
import { Identity, type Person } from '@portal/identity';
import { Config } from '@portal/platform/config';
import type { Once } from '@portal/platform/events';
import { Mailer } from '@portal/platform/mail';
import { AuthorAccounts } from '../organizations/author-accounts.js';
import { Drives } from './drives.js';

/** Payload of `signing_key.ending`. */
export interface EndingSecret {
  drive_id: string | null;
  version: number;
  hours: number;
  /** ISO 8601 UTC. */
  ends_at: string;
  newest_version: number;
  newest_accepted: boolean;
}

/** Mails the people who can deploy the new secret: the author's members, or the admins for first-party Drives. */
@Injectable()
export class MailEndingSecret {
  constructor(
    private readonly config: Config,
    private readonly drives: Drives,
    private readonly accounts: AuthorAccounts,
    private readonly identity: Identity,
    private readonly mailer: Mailer,
  ) {}

  /** `once` runs its work in a transaction of its own, exactly once per event. */
  async execute(secret: EndingSecret, once: Once): Promise<void> {
    const drive = secret.drive_id === null ? undefined : await this.drives.get(secret.drive_id);
    const readers: Pick<Person, 'email'>[] = drive
      ? await this.accounts.contacts(drive.orgId)
      : secret.drive_id === null
        ? await this.identity.usersWith('admin')
        : [];
    const whose = drive ? drive.name : 'the first-party Drives';
    const path = drive ? `/author/secrets?drive=${drive.driveId}` : '/admin/fleet-keys';
    await once(async (tx) => {
      // A late event: the secret has already expired, so there is nothing to do.
      if (Date.parse(secret.ends_at) <= tx.now.getTime()) return;
      for (const { email } of readers)
        await this.mailer.send(tx, {
          to: email,
          topic: 'secrets',
          subject: `${whose}: the old signing secret expires in ${secret.hours === 1 ? 'an hour' : `${secret.hours} hours`}`,
          text: textOf(secret, whose, `${this.config.publicUrl}${path}`),
          path,
        });
    });
  }
}

function textOf(secret: EndingSecret, whose: string, address: string): string {
  const { version, newest_version: newest, newest_accepted: accepted, ends_at: ends } = secret;
  const usage = accepted
    ? `The Drive has accepted calls signed with v${newest}, but in the last hour it accepted some only with v${version}. Part of the Drive still runs with the old secret.`
    : `The Drive has not accepted any call signed with v${newest} yet.`;
  return [
    `The old signing secret v${version} of ${whose} expires at ${utcMinute(ends)}.`,
    usage,
    `Set PLATFORM_AGENT_SECRET to v${newest} wherever the Drive runs, then restart it. After that time we sign all calls with v${newest}, and a Drive that does not have it will answer every call with 401.`,
    `See which installs still use the old secret:\n${address}`,
  ].join('\n\n');
}
