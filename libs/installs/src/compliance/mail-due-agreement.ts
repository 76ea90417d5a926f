import { Injectable } from '@nestjs/common';
import { Database } from '@portal/platform/database';
import type { Once } from '@portal/platform/events';
import type { DueAgreementPayload } from '../events.js';
import type { LapseAction } from './domain/compliance-lapse.js';
import { actionSentence } from './domain/compliance-words.js';
import { ComplianceMailer, type ComplianceMail } from './compliance-mailer.js';

interface Row {
  drive_id: string;
  org_id: string | null;
  name: string;
  installs: number;
  action: LapseAction | null;
  acts_at: Date | null;
}

/** Notifies operators, admins and authors whose Drives need it that the agreement of a tenant ends, or has ended. */
@Injectable()
export class MailDueAgreement {
  constructor(
    private readonly database: Database,
    private readonly mailer: ComplianceMailer,
  ) {}

  /** `once` runs its work in a transaction of its own, exactly once per event. An agreement that was prolonged is not told of. */
  async execute({ tenant_id: tenantId, until, due }: DueAgreementPayload, once: Once): Promise<void> {
    const [tenant] = await this.database.query<{ name: string }>(
      `select t.name from installs.tenants t join installs.tenant_compliance c on c.tenant_id = t.id where t.id = $1 and date_trunc('milliseconds', c.baa_until) = $2`,
      [tenantId, until],
    );
    if (!tenant) return;
    const drives = await this.database.query<Row & Record<string, unknown>>(
      `select i.drive_id, i.org_id, coalesce(r.manifest->>'name', d.slug) as name, count(*)::int as installs, l.action, l.acts_at
       from installs.installs i join listings.revisions r on r.id = i.revision_id join authors.drive_reservations d on d.id = i.drive_id
         left join installs.compliance_lapses l on l.install_id = i.id and l.gap = 'baa_required' and l.ended_at is null
       where i.tenant_id = $1 and i.state = 'active' and r.manifest->'compliance'->'baaRequired' = 'true'
       group by 1, 2, 3, 5, 6 order by 3, 1`,
      [tenantId],
    );
    const over = due === 'ended';
    const day = until.slice(0, 10);
    const subject = over
      ? `The business associate agreement of ${tenant.name} has ended`
      : `The business associate agreement of ${tenant.name} ends on ${day}`;
    const what = over ? `The agreement ended on ${day} (UTC).` : `The agreement ends on ${day} (UTC).`;
    const line = (row: Row): string =>
      `${row.name} (${row.installs}): ${over ? actionSentence(row.action ?? 'warn', row.acts_at) : 'it requires the agreement.'}`;
    const list = drives.length === 0 ? 'No plugin that is installed requires it.' : drives.map(line).join('\n');
    const act = 'The platform has to put a new agreement on file.';
    const everybody = await this.mailer.readers([tenantId], null);
    const authors = new Map<string, string[]>();
    for (const { org_id: orgId } of drives)
      if (orgId !== null && !authors.has(orgId))
        authors.set(orgId, [...(await this.mailer.readers([], orgId)).authors]);
    const mail: ComplianceMail = {
      subject,
      operators: { text: `${what} ${act}\n\n${list}`, path: '/plugins/installed' },
      admins: { text: `${tenant.name}: ${what} ${act}\n\n${list}`, path: '/admin/tenants' },
    };
    await once(async (tx) => {
      await this.mailer.send(tx, everybody, mail);
      for (const row of drives) {
        if (row.org_id === null) continue;
        const readers = { operators: [], admins: [], authors: authors.get(row.org_id) ?? [] };
        await this.mailer.send(tx, readers, {
          subject: `${row.name}: the agreement of a tenant ${over ? 'has ended' : 'ends'}`,
          authors: {
            text: `${what} It is that of the tenant ${tenantId}. ${act}\n\n${line(row)}`,
            path: `/author/drives/${row.drive_id}`,
          },
        });
      }
    });
  }
}
