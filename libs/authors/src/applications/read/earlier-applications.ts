import { Injectable } from '@nestjs/common';
import { Database, isoDates, type RowOf } from '@portal/platform/database';
import { PUBLIC_MAIL, SHARES, type Share } from '../../organizations/domain/shares.js';
import type { EarlierApplicationView } from '../authors.view.js';

interface Row extends RowOf<Omit<EarlierApplicationView, 'shares' | 'decision'>, 'submitted_at'> {
  shares: Record<Share, boolean>;
  decision: string | null;
  reason_code: string | null;
  text: string | null;
  decided_at: Date | null;
}

const HOST = (column: string): string =>
  `regexp_replace(lower(coalesce(substring(${column} from '^[a-zA-Z]+://([^/:?#]+)'), '')), '^www\\.', '')`;
const MAIL_HOST = (column: string): string => `platform.folded(coalesce(substring(${column} from '@([^@]+)$'), ''))`;

/** Other applications of the same organisation or one of its people, or with the same contact or domain. */
@Injectable()
export class EarlierApplications {
  constructor(private readonly database: Database) {}

  /** The twenty newest submitted ones, newest first, each with its last decision. */
  async of(applicationId: string): Promise<EarlierApplicationView[]> {
    const rows = await this.database.query<Row>(
      `with this as (
         select a.*, ${HOST('a.website')} as site, ${MAIL_HOST('a.security_contact')} as mail_host from authors.applications a where a.id = $1),
       people as (
         select applicant_id as id from this union select m.user_id from authors.organization_members m join this on m.org_id = this.org_id),
       others as (
         select o.*, jsonb_build_object(
           'organisation', o.org_id = this.org_id,
           'person', o.applicant_id in (select id from people)
             or exists (select 1 from authors.organization_members m join people on people.id = m.user_id where m.org_id = o.org_id),
           'contact', o.security_contact <> '' and lower(o.security_contact) = lower(this.security_contact),
           'domain', exists (select 1 from unnest(array[${HOST('o.website')}, ${MAIL_HOST('o.security_contact')}]) theirs(host)
               where theirs.host in (this.site, this.mail_host) and theirs.host <> '' and theirs.host <> all ($2::text[]))) as shares
         from authors.applications o cross join this where o.id <> this.id and o.submitted_at is not null)
       select o.id, o.company_name, o.drive_name, o.drive_slug, o.state, o.submitted_at, o.shares, coalesce(d.state, 'none') as account,
         s.action as decision, s.reason_code, s.text, s.at as decided_at, s.actor_name as decided_by
       from others o left join authors.developer_accounts d on d.org_id = o.org_id
       left join lateral (select * from authors.application_steps t where t.application_id = o.id
         and t.action in ('changes_requested', 'approved', 'rejected') order by t.at desc, t.id desc limit 1) s on true
       where o.shares @? '$.* ? (@ == true)' order by o.submitted_at desc, o.id desc limit 20`,
      [applicationId, PUBLIC_MAIL],
    );
    return rows.map(({ shares, decision, reason_code, text, decided_at, ...row }) => ({
      ...isoDates(row),
      shares: SHARES.filter((share) => shares[share]),
      decision:
        decision === null
          ? null
          : { decision, reason_code: reason_code ?? '', text: text ?? '', decided_at: decided_at!.toISOString() },
    }));
  }
}
