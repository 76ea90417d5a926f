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
         running as (select i.id, i.drive_id, i.state, i.activated_at, i.ended_at, coalesce(i.token_refused_at, i.unreachable_since) as failing_since, i.refusal
           from installs.installs i where i.drive_id = any(array(select id from own)) and i.activated_at is not null),
         months as (select m, least(m + interval '1 month', n.at) at time zone 'UTC' as until from (select platform.portal_now() at time zone 'UTC' as at) n,
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
             'active', c.active, 'failing', c.failing, 'refusing', c.refusing) order by d.created_at, d.id), '[]')
           from own d left join listings.listings l on l.drive_id = d.id left join listings.revisions r on r.id = l.live_revision_id
           cross join lateral (select count(*) as active, count(failing_since) as failing, count(refusal) > 0 as refusing
             from running where drive_id = d.id and state = 'active') c) as drives,
         (select jsonb_agg(jsonb_build_object('month', to_char(m.m, 'YYYY-MM'), 'active', (select count(*) from running
             where activated_at <= m.until and coalesce(ended_at > m.until, true))) order by m.m) from months m) as installs,
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
