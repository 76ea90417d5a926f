import { Injectable } from '@nestjs/common';
import { Database, isoDates, type RowOf } from '@portal/platform/database';
import type { AdminHomeView } from '../admin-home.view.js';

type Work = Pick<AdminHomeView, 'people' | 'operation' | 'days' | 'happened'>;

const SHOWN = 8;
/** What an admin's home names, of everything in the audit trail. The page has a sentence for each. */
const HAPPENINGS = [
  ...['role.granted', 'role.revoked', 'user.disabled', 'user.enabled', 'staff_invitation.approved'],
  ...['agreement.published', 'document.published', 'payment_provider.tested', 'listing.published'],
  ...[
    'application.approved',
    'application.rejected',
    'author.suspended',
    'author.resumed',
    'author.offboarding_announced',
  ],
  ...['policy.approved', 'host_token.approved', 'tenant.suspended', 'tenant.resumed', 'payout_run.executed'],
];

/** Who waits, how queues and jobs are doing, what came in by day, and what happened. */
@Injectable()
export class AdminWork {
  constructor(private readonly database: Database) {}

  async read(): Promise<Work> {
    const [people, operation, days, happened] = await Promise.all([
      this.people(),
      this.operation(),
      this.days(),
      this.happened(),
    ]);
    return { people, operation, days, happened };
  }

  private async people(): Promise<Work['people']> {
    const [row] = await this.database.query<RowOf<Work['people'], 'applications_since' | 'submissions_since'>>(
      `select a.n as applications, a.since as applications_since, s.n as submissions, s.since as submissions_since,
         (select count(distinct install_id)::int from installs.call_plans where state = 'attention') as installs,
         (select count(distinct g.user_id)::int from identity.role_grants g join identity.users u on u.id = g.user_id
           where g.role in ('admin', 'finance', 'reviewer') and u.disabled_at is null and u.demo_person is null
             and not exists (select from identity.totp_factors f where f.user_id = u.id and f.confirmed_at is not null)) as without_second_factor
       from (select count(*)::int as n, min(submitted_at) as since from authors.applications where state in ('submitted', 'in_review')) a,
         (select count(*)::int as n, min(waiting_since) as since from listings.submissions where state = 'in_review') s`,
    );
    return isoDates(row!);
  }

  private async operation(): Promise<Work['operation']> {
    const [row] = await this.database.query<RowOf<Work['operation'], 'waiting_since'>>(
      `select (select count(*)::int from platform.workers
           where lost_at is null and lease_until > clock_timestamp() and platform.worker_lock_held(no)) as workers,
         d.waiting + e.n as waiting, least(d.since, e.since) as waiting_since, d.failed, j.jobs_failing, j.runs, j.failures
       from (select count(*) filter (where due)::int as waiting, min(next_attempt_at) filter (where due) as since,
             count(*) filter (where state = 'failed')::int as failed
           from (select state, next_attempt_at, state = 'pending' and claimed_by is null and next_attempt_at <= clock_timestamp() as due
             from platform.deliveries where state = 'pending' or state = 'failed') x) d,
         (select count(*)::int as n, min(created_at) as since from platform.outbox_events where relayed_at is null) e,
         (select count(*) filter (where last_error is not null)::int as jobs_failing, coalesce(sum(runs), 0)::float8 as runs,
             coalesce(sum(failures), 0)::float8 as failures from platform.job_schedules) j`,
    );
    return isoDates(row!);
  }

  private days(): Promise<Work['days']> {
    return this.database.query<Work['days'][number] & Record<string, unknown>>(
      `select to_char(d, 'YYYY-MM-DD') as day, count(*) filter (where r.kind = 'application')::int as applications,
         count(*) filter (where r.kind = 'submission')::int as submissions
       from (select date_trunc('day', platform.portal_now() at time zone 'UTC') as today) t, generate_series(today - interval '27 days', today, interval '1 day') d
       left join (select submitted_at as at, 'application' as kind from authors.applications
         union all select created_at, 'submission' from listings.submissions) r on date_trunc('day', r.at at time zone 'UTC') = d
       group by d order by d`,
    );
  }

  private async happened(): Promise<Work['happened']> {
    const rows = await this.database.query<RowOf<Work['happened'][number], 'at'>>(
      `select a.id, a.at, a.actor_name, a.action, coalesce(u.name, o.name, p.drive_name, t.name, l.name,
         case when a.subject_type in ('agreement', 'document') then a.subject_id end, '') as about
       from (select * from platform.audit_log where action collate "C" = any($1) and after->>'scope_id' is null order by seq desc limit ${SHOWN}) a
       left join identity.users u on a.subject_type = 'user' and u.id::text = a.subject_id
       left join authors.organizations o on a.subject_type in ('author', 'organization') and o.id::text = a.subject_id
       left join authors.applications p on a.subject_type = 'application' and p.id::text = a.subject_id
       left join installs.tenants t on a.subject_type = 'tenant' and t.id::text = a.subject_id
       left join listings.listings l on a.subject_type = 'drive' and l.drive_id::text = a.subject_id
       order by a.seq desc`,
      [HAPPENINGS],
    );
    return rows.map(isoDates);
  }
}
