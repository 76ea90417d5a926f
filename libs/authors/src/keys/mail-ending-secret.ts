import { Injectable } from '@nestjs/common';
import { Identity, type Person } from '@portal/identity';
import { Config } from '@portal/platform/config';
import type { Tx } from '@portal/platform/database';
import { Mailer } from '@portal/platform/mail';
import { AuthorAccounts } from '../organizations/author-accounts.js';
import { Drives } from './drives.js';

/** What `signing_key.ending` tells. */
export interface EndingSecret {
  drive_id: string | null;
  version: number;
  hours: number;
  /** ISO 8601 UTC. */
  ends_at: string;
  newest_version: number;
  newest_accepted: boolean;
}

/** Mail to those who can put the new secret into place: the author's people, for the fleet the admins. */
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
  async execute(secret: EndingSecret, once: (work: (tx: Tx) => Promise<void>) => Promise<unknown>): Promise<void> {
    const drive = secret.drive_id === null ? undefined : await this.drives.get(secret.drive_id);
    const readers: Pick<Person, 'email'>[] = drive
      ? await this.accounts.contacts(drive.orgId)
      : secret.drive_id === null
        ? await this.identity.usersWith('admin')
        : [];
    const whose = drive ? drive.name : 'the first-party Drives';
    const path = drive ? `/author/secrets?drive=${drive.driveId}` : '/admin/fleet-keys';
    await once(async (tx) => {
      // Told so late that it has ended: the hours would be wrong, and there is nothing to prepare for any more.
      if (Date.parse(secret.ends_at) <= tx.now.getTime()) return;
      for (const { email } of readers)
        await this.mailer.send(tx, {
          to: email,
          topic: 'secrets',
          subject: `${whose}: the old signing secret ends in ${secret.hours === 1 ? 'an hour' : `${secret.hours} hours`}`,
          text: textOf(secret, whose, `${this.config.publicUrl}${path}`),
          path,
        });
    });
  }
}

function textOf(secret: EndingSecret, whose: string, address: string): string {
  const { version, newest_version: newest, newest_accepted: accepted, ends_at: ends } = secret;
  const seen = accepted
    ? `v${newest} was accepted, but within the last hour some calls were only accepted under v${version}. A part of the Drive still runs with it.`
    : `No call was accepted under v${newest} so far.`;
  return [
    `The old signing secret v${version} of ${whose} ends at ${ends.slice(0, 16).replace('T', ' ')} UTC.`,
    seen,
    `Put v${newest} into PLATFORM_AGENT_SECRET wherever the Drive runs and restart it. After that time calls signed with it are all that we send; a Drive that does not know it answers 401 to every one.`,
    `Which installs still need the old one:\n${address}`,
  ].join('\n\n');
}
