import { Injectable } from '@nestjs/common';
import { utcDay } from '@portal/kernel';
import { claimText, type DueEvidencePayload } from '@portal/listings';
import { Database } from '@portal/platform/database';
import type { Once } from '@portal/platform/events';
import type { ComplianceActedPayload, CompliancePayload, DueAgreementPayload } from '../events.js';
import { ComplianceMailer } from './compliance-mailer.js';
import type { LapseAction } from './domain/compliance-lapse.js';
import { actionSentence, actorSentence, gapSentence, PAUSED_MEANS } from './domain/compliance-words.js';

interface DriveRow {
  drive_id: string;
  org_id: string | null;
  name: string;
}
type ActedRow = DriveRow & { tenant_id: string; tenant_name: string; venture: string };
type NeedingRow = DriveRow & { installs: number; action: LapseAction | null; acts_at: Date | null };
type LapseRow = Omit<DriveRow, 'drive_id'> & {
  tenant_name: string;
  ventures: string[];
  claims: string[];
  since: Date;
  action: LapseAction;
  acts_at: Date | null;
  agreement_ended: boolean;
};

/**
 * Mail to operators, admins and authors about compliance. `once` runs its work in a transaction of its own, exactly
 * once per event; changes that were undone meanwhile are not mailed.
 */
@Injectable()
export class ComplianceMails {
  constructor(
    private readonly database: Database,
    private readonly mailer: ComplianceMailer,
  ) {}

  /** Installs of a tenant no longer comply, or comply again. */
  async lapse(
    how: 'lapsed' | 'restored',
    { tenant_id: tenantId, drive_id: driveId, gap, at }: CompliancePayload,
    once: Once,
  ): Promise<void> {
    const [row] = await this.database.query<LapseRow>(
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
    const { name, tenant_name: tenant, ventures } = row;
    const about =
      how === 'restored'
        ? `What ${name} needs holds again. Nothing is stopped or removed for it any more.`
        : `${gapSentence(gap, row.claims.map(claimText))} That is so since ${utcDay(row.since)} (UTC). ${actorSentence(gap)} ${actionSentence(row.action, row.acts_at)}`;
    const where = `Ventures: ${ventures.slice(0, 10).join(', ')}${ventures.length > 10 ? ` and ${ventures.length - 10} more` : ''}.`;
    const help = how === 'restored' ? '' : '\n\nYou can uninstall it at any time. That ends its bill at that instant.';
    const concerned = `It concerns ${ventures.length} ${ventures.length === 1 ? 'install' : 'installs'} of the tenant ${tenantId}.`;
    const readers = await this.mailer.readers([tenantId], row.org_id);
    await once((tx) =>
      this.mailer.send(tx, readers, {
        subject: how === 'restored' ? `${name}: requirements are met again` : `${name} no longer meets a requirement`,
        operators: { text: `${about}\n\n${where}${help}`, path: '/plugins/installed?status=attention' },
        admins: { text: `${tenant}: ${about}\n\n${where}`, path: '/admin/tenants' },
        authors: { text: `${about}\n\n${concerned}`, path: `/author/drives/${driveId}` },
      }),
    );
  }

  /** An install was paused or removed as announced. */
  async acted({ install_id: installId, action }: ComplianceActedPayload, once: Once): Promise<void> {
    const [row] = await this.database.query<ActedRow>(
      `select i.tenant_id, t.name as tenant_name, v.name as venture, i.drive_id, i.org_id, coalesce(r.manifest->>'name', d.slug) as name
       from installs.installs i join installs.tenants t on t.id = i.tenant_id join installs.ventures v on v.id = i.venture_id
         join authors.drive_reservations d on d.id = i.drive_id join listings.revisions r on r.id = i.revision_id where i.id = $1`,
      [installId],
    );
    if (!row) return;
    const paused = action === 'pause';
    const what = paused
      ? `${row.name} is paused, as announced. ${PAUSED_MEANS} It goes on by itself when it meets the requirement again.`
      : `${row.name} was removed, as announced. Its access ended now, and so did the bill.`;
    const readers = await this.mailer.readers([row.tenant_id], row.org_id);
    await once((tx) =>
      this.mailer.send(tx, readers, {
        subject: `${row.name} ${paused ? 'is paused' : 'was removed'}`,
        operators: { text: `${what}\n\nVenture: ${row.venture}.`, path: `/plugins/installed/${installId}` },
        admins: { text: `${row.tenant_name}: ${what}`, path: '/admin/tenants' },
        authors: { text: `${what}\n\nInstall: ${installId}.`, path: `/author/drives/${row.drive_id}` },
      }),
    );
  }

  /** The agreement of a tenant ends, or has ended; also to authors whose Drives need it. */
  async agreement({ tenant_id: tenantId, until, due }: DueAgreementPayload, once: Once): Promise<void> {
    const [tenant] = await this.database.query<{ name: string }>(
      `select t.name from installs.tenants t join installs.tenant_compliance c on c.tenant_id = t.id where t.id = $1 and date_trunc('milliseconds', c.baa_until) = $2`,
      [tenantId, until],
    );
    if (!tenant) return;
    const drives = await this.database.query<NeedingRow>(
      `select i.drive_id, i.org_id, coalesce(r.manifest->>'name', d.slug) as name, count(*)::int as installs, l.action, l.acts_at
       from installs.installs i join listings.revisions r on r.id = i.revision_id join authors.drive_reservations d on d.id = i.drive_id
         left join installs.compliance_lapses l on l.install_id = i.id and l.gap = 'baa_required' and l.ended_at is null
       where i.tenant_id = $1 and i.state = 'active' and r.manifest->'compliance'->'baaRequired' = 'true'
       group by 1, 2, 3, 5, 6 order by 3, 1`,
      [tenantId],
    );
    const over = due === 'ended';
    const ends = `${over ? 'ended' : 'ends'} on ${utcDay(until)}`;
    const what = `The agreement ${ends} (UTC).`;
    const act = 'The platform has to put a new agreement on file.';
    const line = (row: NeedingRow): string =>
      `${row.name} (${row.installs}): ${over ? actionSentence(row.action ?? 'warn', row.acts_at) : 'it requires the agreement.'}`;
    const list = drives.length === 0 ? 'No plugin that is installed requires it.' : drives.map(line).join('\n');
    const everybody = await this.mailer.readers([tenantId], null);
    const authors = await Promise.all(
      drives.map(async (row) => (row.org_id === null ? [] : (await this.mailer.readers([], row.org_id)).authors)),
    );
    await once(async (tx) => {
      await this.mailer.send(tx, everybody, {
        subject: `The business associate agreement of ${tenant.name} ${over ? 'has ended' : ends}`,
        operators: { text: `${what} ${act}\n\n${list}`, path: '/plugins/installed' },
        admins: { text: `${tenant.name}: ${what} ${act}\n\n${list}`, path: '/admin/tenants' },
      });
      for (const [index, row] of drives.entries()) {
        const text = `${what} It is that of the tenant ${tenantId}. ${act}\n\n${line(row)}`;
        await this.mailer.send(
          tx,
          { operators: [], admins: [], authors: authors[index]! },
          {
            subject: `${row.name}: the agreement of a tenant ${over ? 'has ended' : 'ends'}`,
            authors: { text, path: `/author/drives/${row.drive_id}` },
          },
        );
      }
    });
  }

  /** The evidence of a claim on which tenants rely ends; listings notifies the author. That it has ended is a lapse of each install. */
  async evidence(
    { drive_id: driveId, evidence_id: evidenceId, claim, due, valid_until: until }: DueEvidencePayload,
    once: Once,
  ): Promise<void> {
    if (due === 'expired') return;
    const rows = await this.database.query<{ tenant_id: string; name: string }>(
      `select distinct i.tenant_id, coalesce(r.manifest->>'name', d.slug) as name from installs.installs i
         join installs.tenant_compliance c on c.tenant_id = i.tenant_id join listings.revisions r on r.id = i.revision_id
         join authors.drive_reservations d on d.id = i.drive_id
         join listings.evidence e on e.id = $3 and e.ended_at is null
       where i.drive_id = $1 and i.state = 'active' and $2 in (select listings.compliance_claims(r.manifest))
         and installs.relies_on(c, $2) and (c.regulated or $2 not in (select a.claim from listings.accepted_claims($1, $4) a))`,
      [driveId, claim, evidenceId, until],
    );
    if (rows.length === 0) return;
    const { name } = rows[0]!;
    const day = utcDay(until);
    const tenantIds = rows.map((row) => row.tenant_id);
    const readers = await this.mailer.readers(tenantIds, null);
    const text = `Evidence of "${claimText(claim)}" counts until ${day} (UTC). Your organisation relies on this claim. The author has to upload newer evidence; when it ends, ${name} no longer meets the requirement.`;
    const rely = `${rows.length} ${rows.length === 1 ? 'tenant relies' : 'tenants rely'} on it.`;
    await once((tx) =>
      this.mailer.send(tx, readers, {
        subject: `${name}: the evidence of a compliance claim ends on ${day}`,
        operators: { text, path: '/plugins/installed' },
        admins: { text: `${rely} ${text}`, path: '/admin/tenants' },
      }),
    );
  }
}
