import { Injectable } from '@nestjs/common';
import { Identity } from '@portal/identity';
import { Config } from '@portal/platform/config';
import { Database } from '@portal/platform/database';
import type { Once } from '@portal/platform/events';
import { Mailer } from '@portal/platform/mail';

/** Upgrades that a mail names; the page shows all. */
const NAMED = 10;

interface Row {
  id: string;
  name: string;
  venture: string;
  from_version: string | null;
  to_version: string | null;
}

/** Mail to the operators of a tenant about upgrades that wait for them. */
@Injectable()
export class MailRemindedUpgrades {
  constructor(
    private readonly config: Config,
    private readonly database: Database,
    private readonly identity: Identity,
    private readonly mailer: Mailer,
  ) {}

  /** `once` runs its work in a transaction of its own, exactly once per event. What was answered meanwhile is left out. */
  async execute(reminded: { tenant_id: string; reminded_at: string }, once: Once): Promise<void> {
    const rows = await this.database.query<Row>(
      `select i.id, coalesce(r.manifest->>'name', d.slug) as name, v.name as venture, p.from_version, p.to_version
       from installs.upgrade_prompts p join installs.installs i on i.id = p.install_id join installs.ventures v on v.id = i.venture_id
       join authors.drive_reservations d on d.id = i.drive_id left join listings.revisions r on r.id = i.revision_id
       where i.tenant_id = $1 and i.state = 'active' and p.state = 'open' and p.reminded_at = $2 order by p.opened_at, p.id`,
      [reminded.tenant_id, new Date(reminded.reminded_at)],
    );
    if (rows.length === 0) return;
    const operators = await this.identity.usersWith('operator', reminded.tenant_id);
    const lines = rows
      .slice(0, NAMED)
      .map(
        (row) =>
          `${row.name} for ${row.venture}: ${row.to_version ?? 'a new version'}, you run ${row.from_version ?? 'the present one'}\n${this.config.publicUrl}/plugins/installed/${row.id}`,
      );
    const more = rows.length > NAMED ? [`and ${rows.length - NAMED} more`] : [];
    await once(async (tx) => {
      for (const { email } of operators)
        await this.mailer.send(tx, {
          to: email,
          topic: 'versions',
          path: rows.length === 1 ? `/plugins/installed/${rows[0]!.id}` : '/plugins/installed',
          subject:
            rows.length === 1 ? 'An upgrade waits for your answer' : `${rows.length} upgrades wait for your answer`,
          text: [
            'Nothing changes until you answer. Accept each, or keep what you run:',
            ...lines,
            ...more,
            `Reminders can be switched off with the upgrade policy:\n${this.config.publicUrl}/plugins/installed`,
          ].join('\n\n'),
        });
    });
  }
}
