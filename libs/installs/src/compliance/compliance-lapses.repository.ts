import { Injectable } from '@nestjs/common';
import type { CanonicalManifest } from '@portal/contract';
import type { RowOf, Tx } from '@portal/platform/database';
import type { DueAgreementPayload } from '../events.js';
import type { ComplianceGap } from '../tenants/domain/tenant-compliance.js';
import type { ComplianceLapseEntity } from './compliance-lapse.entity.js';
import { AGREEMENT_NOTICES, type LapsePolicy } from './domain/compliance-lapse.js';

/** Running installs of a tenant with one revision, which may lack something. */
export interface LapseCase {
  readonly tenantId: string;
  readonly driveId: string;
  readonly revisionId: string;
}

/** Limits the installs that are checked; neither: all. */
export type LapseScope = Partial<Pick<LapseCase, 'tenantId' | 'driveId'>>;

export type FoundLapse = LapseCase & {
  readonly gap: ComplianceGap;
  readonly claims: readonly string[];
  /** Null: since the install is active. */
  readonly since: Date | null;
};

/** Installs of a tenant and a Drive whose compliance changed. */
export type LapseChange = Pick<FoundLapse, 'tenantId' | 'driveId' | 'gap'> & { readonly installIds: string[] };

export type DueLapse = Pick<FoundLapse, 'tenantId' | 'driveId' | 'gap' | 'claims'> &
  Readonly<Pick<ComplianceLapseEntity, 'installId' | 'action'>>;

/** Lapses of installs, and the notices about agreements. Written under the lock `installs.compliance`. */
@Injectable()
export class ComplianceLapsesRepository {
  /** Where a tenant has a requirement, or the Drive needs an agreement. */
  async cases(tx: Tx, { tenantId, driveId }: LapseScope): Promise<LapseCase[]> {
    return tx.query(
      `with running as (select distinct tenant_id, drive_id, revision_id from installs.installs
         where state = 'active' and ($1::uuid is null or tenant_id = $1) and ($2::uuid is null or drive_id = $2))
       select x.tenant_id as "tenantId", x.drive_id as "driveId", x.revision_id as "revisionId"
       from running x join listings.revisions r on r.id = x.revision_id left join installs.tenant_compliance c on c.tenant_id = x.tenant_id
       where c.regulated or c.residency is not null or r.manifest->'compliance'->'baaRequired' = 'true' order by 1, 2, 3`,
      [tenantId ?? null, driveId ?? null],
    );
  }

  async manifests(tx: Tx, revisionIds: readonly string[]): Promise<Map<string, Pick<CanonicalManifest, 'compliance'>>> {
    const rows = await tx.query<{ id: string; manifest: CanonicalManifest }>(
      'select id, manifest from listings.revisions where id = any($1::uuid[])',
      [revisionIds],
    );
    return new Map(rows.map(({ id, manifest }) => [id, manifest]));
  }

  /** When the last acceptance of each claim of a Drive that is over ended, by its day or with its file. */
  async evidenceEnds(tx: Tx, driveId: string): Promise<Map<string, Date>> {
    const rows = await tx.query<{ claim: string; until: Date }>(
      `select e.claim, max(least(a.accepted_until, e.ended_at)) as until
       from listings.evidence e join listings.evidence_acceptances a on a.evidence_id = e.id
       where e.drive_id = $1 and least(a.accepted_until, e.ended_at) <= $2 group by e.claim`,
      [driveId, tx.now],
    );
    return new Map(rows.map(({ claim, until }) => [claim, until]));
  }

  /** Ends lapses that are fixed, or whose install has ended. */
  async endOthers(tx: Tx, scope: LapseScope, found: readonly FoundLapse[]): Promise<LapseChange[]> {
    return tx.query(
      `with ${WANTED}, ended as (
         update installs.compliance_lapses l set ended_at = $2, ended_how = case i.state when 'active' then 'holds_again' else 'install_ended' end
         from installs.installs i where i.id = l.install_id and l.ended_at is null
           and ($3::uuid is null or i.tenant_id = $3) and ($4::uuid is null or i.drive_id = $4)
           and not exists (select from wanted w where w.install_id = l.install_id and w.gap = l.gap)
         returning i.id, i.tenant_id, i.drive_id, l.gap, l.ended_how)
       select tenant_id as "tenantId", drive_id as "driveId", gap, array_agg(id order by id) as "installIds" from ended
       where ended_how = 'holds_again' group by 1, 2, 3 order by 1, 2, 3`,
      [JSON.stringify(found), tx.now, scope.tenantId ?? null, scope.driveId ?? null],
    );
  }

  /** Records new lapses with the current policy; of known ones only the claims are updated. */
  async open(
    tx: Tx,
    found: readonly FoundLapse[],
    { version, action }: LapsePolicy,
    actsAt: Date | null,
  ): Promise<LapseChange[]> {
    return tx.query(
      `with ${WANTED}, written as (
         insert into installs.compliance_lapses as l (install_id, gap, noticed_at, claims, since, action, policy_version, acts_at)
         select install_id, gap, $2, claims, since, $3, $4, $5 from wanted
         on conflict (install_id, gap) where ended_at is null do update set claims = excluded.claims where l.claims <> excluded.claims
         returning install_id, gap, noticed_at)
       select i.tenant_id as "tenantId", i.drive_id as "driveId", x.gap, array_agg(i.id order by i.id) as "installIds"
       from written x join installs.installs i on i.id = x.install_id where x.noticed_at = $2 group by 1, 2, 3 order by 1, 2, 3`,
      [JSON.stringify(found), tx.now, action, version, actsAt],
    );
  }

  /** Resumes installs that nothing pauses any more; returns which. */
  async resume(tx: Tx, installIds: readonly string[]): Promise<string[]> {
    const rows = await tx.query<{ id: string }>(
      `update installs.installs i set paused_at = null where id = any($1::uuid[]) and paused_at is not null
         and not exists (select from installs.compliance_lapses l where l.install_id = i.id and l.ended_at is null and l.acted_at is not null)
       returning id`,
      [installIds],
    );
    return rows.map(({ id }) => id);
  }

  /** Lapses on which the policy acts by now, longest due first. */
  async due(q: Pick<Tx, 'query'>, limit: number): Promise<DueLapse[]> {
    return q.query(
      `select l.install_id as "installId", i.tenant_id as "tenantId", i.drive_id as "driveId", l.gap, l.claims, l.action
       from installs.compliance_lapses l join installs.installs i on i.id = l.install_id
       where l.ended_at is null and l.acted_at is null and l.acts_at <= (select platform.portal_now()) order by l.acts_at, l.install_id, l.gap limit $1`,
      [limit],
    );
  }

  /** Records that the policy acted. False when the lapse has ended. */
  act(tx: Tx, { installId, gap }: DueLapse): Promise<boolean> {
    return tx.matched(
      `update installs.compliance_lapses set acted_at = $3
       where install_id = $1 and gap = $2 and ended_at is null and acted_at is null and acts_at <= $3 returning 1 as acted`,
      [installId, gap, tx.now],
    );
  }

  /** False when it is paused already. */
  pause(tx: Tx, installId: string): Promise<boolean> {
    return tx.matched(
      'update installs.installs set paused_at = $2 where id = $1 and paused_at is null returning 1 as paused',
      [installId, tx.now],
    );
  }

  /** Records the due notices about agreements, and returns the most urgent one of each. */
  async noticeAgreements(tx: Tx): Promise<RowOf<DueAgreementPayload, 'until'>[]> {
    return tx.query(
      `with due as (
         select c.tenant_id, c.baa_until, k.kind, k.days from installs.tenant_compliance c
         join jsonb_to_recordset($1::jsonb) as k(kind text, days int) on c.baa_until <= $2::timestamptz + k.days * interval '1 day'
         where not exists (select from installs.agreement_notices n where n.tenant_id = c.tenant_id and n.baa_until = c.baa_until and n.kind = k.kind)),
       noted as (
         insert into installs.agreement_notices (tenant_id, baa_until, kind, noticed_at) select tenant_id, baa_until, kind, $2 from due
         on conflict do nothing returning tenant_id, kind)
       select distinct on (d.tenant_id) d.tenant_id, d.baa_until as until, d.kind as due
       from due d join noted n on n.tenant_id = d.tenant_id and n.kind = d.kind order by d.tenant_id, d.days`,
      [JSON.stringify(AGREEMENT_NOTICES), tx.now],
    );
  }
}

const WANTED = `found as (
    select * from jsonb_to_recordset($1::jsonb) as g("tenantId" uuid, "driveId" uuid, "revisionId" uuid, gap text, claims jsonb, since timestamptz)),
  wanted as (
    select i.id as install_id, g.gap, array(select jsonb_array_elements_text(g.claims)) as claims, greatest(i.activated_at, g.since) as since
    from found g join installs.installs i on i.tenant_id = g."tenantId" and i.drive_id = g."driveId" and i.revision_id = g."revisionId" and i.state = 'active')`;
