import { Injectable } from '@nestjs/common';
import { driveState, type ListingState } from '@portal/listings';
import { Database } from '@portal/platform/database';
import type { AuthorHomeView, HomeDriveView } from '../http/author-home.view.js';
import { AuthorMonth } from './author-month.js';

interface Row extends Pick<AuthorHomeView, 'installs' | 'happened'> {
  drives: (HomeDriveView & {
    listing: ListingState | null;
    submission: string | null;
    unreachable: boolean;
    refusing: boolean;
  })[];
}

/** Its first instant, UTC; an instant at the end of a month belongs to that month. */
const MONTH_OF = (at: string): string => `date_trunc('month', ${at} at time zone 'UTC' - interval '1 microsecond')`;

/** An author's Drives with their health, their installs over twelve months, and the running month. */
@Injectable()
export class AuthorHome {
  constructor(
    private readonly database: Database,
    private readonly months: AuthorMonth,
  ) {}

  /** At most 12 statements, also for an author with a reserve or debts. Without money where `seesMoney` is false. */
  async of(orgId: string, seesMoney: boolean): Promise<AuthorHomeView> {
    const [row] = await this.database.query<Row>(
      `with own as (select * from authors.drive_reservations where org_id = $1),
         running as (select i.id, i.drive_id, i.activated_at, i.ended_at
           from installs.installs i where i.drive_id = any(array(select id from own)) and i.activated_at is not null),
         moved as materialized (
           select ${MONTH_OF('activated_at')} as m, count(*) as by from running group by 1
           union all select ${MONTH_OF('ended_at')}, -count(*) from running where ended_at is not null group by 1),
         failing as (select i.drive_id, count(coalesce(i.token_refused_at, i.unreachable_since)) as installs, count(i.refusal) > 0 as refusing
           from installs.installs i where i.drive_id = any(array(select id from own)) and i.state = 'active'
             and (i.token_refused_at is not null or i.unreachable_since is not null or i.refusal is not null) group by 1),
         months as (select m from (select platform.portal_now() at time zone 'UTC' as at) n,
           generate_series(date_trunc('month', n.at) - interval '11 months', n.at, interval '1 month') m),
         happened as (
           select activated_at as at, 'installed' as kind, drive_id, id, null as amount, null as currency from running
           union all select ended_at, 'uninstalled', drive_id, id, null, null from running where ended_at is not null
           union all select decided_at, decision, drive_id, id, null, null from listings.submissions where drive_id = any(array(select id from own)) and decided_at is not null
           union all select created_at, 'accepted', id, id, null, null from own
           union all select settled_at, 'paid', null, id, amount::text, currency from payouts.payouts where $2 and org_id = $1 and state = 'settled' and amount > 0
           order by at desc, id limit 6)
       select
         (select coalesce(jsonb_agg(jsonb_build_object('id', d.id, 'name', coalesce(l.name, d.name), 'version', r.version, 'listing', l.state,
             'submission', (select s.state from listings.submissions s where s.drive_id = d.id order by s.created_at desc, s.id desc limit 1),
             'unreachable', exists (select from listings.sync_notes n where n.drive_id = d.id and n.resolved_at is null and n.kind in ('unreachable', 'origin_changed')),
             'active', coalesce(c.active, 0), 'failing', coalesce(f.installs, 0), 'refusing', coalesce(f.refusing, false)) order by d.created_at, d.id), '[]')
           from own d left join listings.listings l on l.drive_id = d.id left join listings.revisions r on r.id = l.live_revision_id
           left join installs.drive_counts c on c.drive_id = d.id left join failing f on f.drive_id = d.id) as drives,
         (select jsonb_agg(jsonb_build_object('month', to_char(m.m, 'YYYY-MM'), 'active',
             (select coalesce(sum(by), 0) from moved where moved.m <= m.m)) order by m.m) from months m) as installs,
         (select coalesce(jsonb_agg(jsonb_build_object('id', h.id, 'kind', h.kind, 'at', to_char(h.at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'), 'drive_id', h.drive_id,
             'drive', coalesce(l.name, d.name), 'amount_minor', h.amount, 'currency', h.currency) order by h.at desc, h.id), '[]')
           from happened h left join own d on d.id = h.drive_id left join listings.listings l on l.drive_id = h.drive_id) as happened`,
      [orgId, seesMoney],
    );
    const drives = row!.drives.map(({ listing, submission, unreachable, refusing, ...drive }) => ({
      ...drive,
      state: driveState(listing, submission, refusing ? 'refusing' : unreachable && 'unreachable'),
    }));
    const { installs, happened } = row!;
    return { drives, installs, happened, money: seesMoney ? await this.months.of(orgId) : null };
  }
}
