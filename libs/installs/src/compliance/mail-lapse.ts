import { Injectable } from '@nestjs/common';
import { Database } from '@portal/platform/database';
import type { Once } from '@portal/platform/events';
import type { CompliancePayload } from '../events.js';
import type { LapseAction } from './domain/compliance-lapse.js';
import { actionSentence, actorSentence, gapSentence } from './domain/compliance-words.js';
import { ComplianceMailer, dayOf } from './compliance-mailer.js';

interface Row {
  tenant_name: string;
  org_id: string | null;
  name: string;
  ventures: string[];
  claims: string[];
  since: Date;
  action: LapseAction;
  acts_at: Date | null;
  agreement_ended: boolean;
}

/** Notifies operators, admins and the author that installs of a tenant no longer comply, or comply again. */
@Injectable()
export class MailLapse {
  constructor(
    private readonly database: Database,
    private readonly mailer: ComplianceMailer,
  ) {}

  /** `once` runs its work in a transaction of its own, exactly once per event. No mail about what changed meanwhile. */
  async execute(
    how: 'lapsed' | 'restored',
    { tenant_id: tenantId, drive_id: driveId, gap, at }: CompliancePayload,
    once: Once,
  ): Promise<void> {
    const [row] = await this.database.query<Row & Record<string, unknown>>(
      `select t.name as tenant_name, i.org_id, coalesce(r.manifest->>'name', d.slug) as name, array_agg(v.name order by v.name) as ventures,
         l.claims, min(l.since) as since, l.action, l.acts_at, bool_or(c.baa_until <= l.since) is true as agreement_ended
       from installs.compliance_lapses l join installs.installs i on i.id = l.install_id join installs.tenants t on t.id = i.tenant_id
         join installs.ventures v on v.id = i.venture_id join authors.drive_reservations d on d.id = i.drive_id
         join listings.revisions r on r.id = i.revision_id left join installs.tenant_compliance c on c.tenant_id = t.id
       where i.tenant_id = $1 and i.drive_id = $2 and l.gap = $3 and case $5 when 'lapsed' then l.noticed_at else l.ended_at end = $4
         and i.state = 'active' and (($5 = 'lapsed') = (l.ended_at is null))
       group by 1, 2, 3, l.claims, l.action, l.acts_at order by count(*) desc limit 1`,
      [tenantId, driveId, gap, at, how],
    );
    // The end of the agreement is announced with the plugins that need it (agreement.due).
    if (!row || (gap === 'baa_required' && how === 'lapsed' && row.agreement_ended)) return;
    const readers = await this.mailer.readers([tenantId], row.org_id);
    const about =
      how === 'restored'
        ? `What ${row.name} needs holds again. Nothing is stopped or removed for it any more.`
        : `${gapSentence(gap, row.claims)} That is so since ${dayOf(row.since)} (UTC). ${actorSentence(gap)} ${actionSentence(row.action, row.acts_at)}`;
    const where = `Ventures: ${row.ventures.slice(0, 10).join(', ')}${row.ventures.length > 10 ? ` and ${row.ventures.length - 10} more` : ''}.`;
    const help = how === 'restored' ? '' : '\n\nYou can uninstall it at any time. That ends its bill at that instant.';
    await once((tx) =>
      this.mailer.send(tx, readers, {
        subject:
          how === 'restored' ? `${row.name}: requirements are met again` : `${row.name} no longer meets a requirement`,
        operators: { text: `${about}\n\n${where}${help}`, path: '/plugins/installed?status=attention' },
        admins: { text: `${row.tenant_name}: ${about}\n\n${where}`, path: '/admin/tenants' },
        authors: {
          text: `${about}\n\nIt concerns ${row.ventures.length} ${row.ventures.length === 1 ? 'install' : 'installs'} of the tenant ${tenantId}.`,
          path: `/author/drives/${driveId}`,
        },
      }),
    );
  }
}
