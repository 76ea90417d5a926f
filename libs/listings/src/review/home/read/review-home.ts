import { Injectable } from '@nestjs/common';
import type { Actor } from '@portal/platform/access';
import { Config } from '@portal/platform/config';
import { Database, isoDates, type RowOf } from '@portal/platform/database';
import { ComplianceEvidence } from '../../../evidence/compliance-evidence.js';
import type { ReviewHomeView } from '../review-home.view.js';

const SHOWN = 6;
const DECIDED = ['approved', 'changes_requested', 'rejected'].flatMap((how) => [
  `submission.${how}`,
  `application.${how}`,
]);

/** Decisions of the audit trail, and when each case first waited for one. */
const MOVES = `select id, seq, subject_type as kind, subject_id, at, actor_name, action = any($1::text[]) as decided, split_part(action, '.', 2) as decision
  from platform.audit_log where action collate "C" = any($1::text[] || array['submission.in_review', 'application.submitted'])`;

const OTHERS = 'authors.is_stranger(org_id, $1)';
/** Waiting cases by the tabs of the queue: as many as their lists have, and none of the reader's own organisations. */
const COUNTS = `select (select count(*)::int from listings.submissions where state = 'in_review' and ${OTHERS}) as submissions,
  (select count(*)::int from authors.applications where state in ('submitted', 'in_review') and ${OTHERS}) as applications,
  (select count(*)::int from listings.appeals where state = 'open' and ${OTHERS})
    + (select count(*)::int from authors.application_appeals p join authors.applications a on a.id = p.application_id where p.state = 'open' and ${OTHERS}) as appeals,
  (select count(*)::int from approvals.approvals where state = 'waiting' and kind = 'review_exception' and expires_at > (select platform.portal_now())
    and proposed_by <> $1 and not exists (select from unnest(organizations) org_id where not ${OTHERS})) as exceptions,
  (select count(*)::int from listings.contents where state = 'in_review' and ${OTHERS}) as content,
  (select count(*)::int from listings.concerns where ended_at is null and ${OTHERS}) as concerns`;

/** How many cases wait against the promise, and how they were decided lately. */
@Injectable()
export class ReviewHome {
  constructor(
    private readonly database: Database,
    private readonly config: Config,
    private readonly evidence: ComplianceEvidence,
  ) {}

  async read(actor: Actor): Promise<ReviewHomeView> {
    const [waiting, [counts], due, lately, days, decisions] = await Promise.all([
      this.waiting(actor),
      this.database.query<Record<string, number>>(COUNTS, [actor.userId]),
      this.evidence.due(actor),
      this.lately(),
      this.days(),
      this.decisions(),
    ]);
    const evidence = due.filter(({ yours }) => yours).length;
    return {
      due_hours: this.config.review.dueHours,
      waiting,
      counts: { ...counts, evidence },
      ...lately,
      days,
      decisions,
    };
  }

  private async waiting({ userId }: Actor): Promise<ReviewHomeView['waiting']> {
    const [row] = await this.database.query<RowOf<ReviewHomeView['waiting'], 'oldest_since'>>(
      `select count(*) filter (where age <= 0.5)::int as fresh, count(*) filter (where age > 0.5 and age <= 1)::int as soon,
         count(*) filter (where age > 1)::int as overdue, min(since) as oldest_since
       from (select since, extract(epoch from platform.portal_now() - since) / 3600 / $2::numeric as age from (
         select waiting_since as since from listings.submissions where state = 'in_review' and ${OTHERS}
         union all select submitted_at from authors.applications where state in ('submitted', 'in_review') and ${OTHERS}) w) x`,
      [userId, this.config.review.dueHours],
    );
    return isoDates(row!);
  }

  private async lately(): Promise<Pick<ReviewHomeView, 'decided' | 'median_ms'>> {
    const [row] = await this.database.query<Pick<ReviewHomeView, 'decided' | 'median_ms'> & Record<string, unknown>>(
      `select count(*)::int as decided, round(percentile_cont(0.5) within group (order by extract(epoch from decided_at - ready_at) * 1000))::float8 as median_ms
       from (select min(at) filter (where not decided) as ready_at, min(at) filter (where decided) as decided_at from (${MOVES}) m group by kind, subject_id) c
       where decided_at >= ready_at and decided_at > (select platform.portal_now()) - interval '28 days'`,
      [DECIDED],
    );
    return row!;
  }

  private days(): Promise<ReviewHomeView['days']> {
    return this.database.query<ReviewHomeView['days'][number] & Record<string, unknown>>(
      `select to_char(d, 'YYYY-MM-DD') as day, count(*) filter (where decision = 'approved')::int as approved,
         count(*) filter (where decision = 'changes_requested')::int as changes_requested, count(*) filter (where decision = 'rejected')::int as rejected
       from generate_series(date_trunc('day', platform.portal_now() at time zone 'UTC') - interval '27 days',
         date_trunc('day', platform.portal_now() at time zone 'UTC'), interval '1 day') d
       left join (${MOVES}) m on m.decided and m.at >= d at time zone 'UTC' and m.at < (d + interval '1 day') at time zone 'UTC'
       group by d order by d`,
      [DECIDED],
    );
  }

  private async decisions(): Promise<ReviewHomeView['decisions']> {
    const rows = await this.database.query<RowOf<ReviewHomeView['decisions'][number], 'at'>>(
      `select m.id, m.at, m.actor_name as by, m.kind, m.subject_id as case_id, m.decision, coalesce(r.manifest->>'name', a.drive_name, '') as title
       from (${MOVES} order by seq desc limit 200) m
       left join listings.submissions s on s.id = m.subject_id::uuid left join listings.revisions r on r.id = s.revision_id
       left join authors.applications a on a.id = m.subject_id::uuid
       where m.decided order by m.seq desc limit ${SHOWN}`,
      [DECIDED],
    );
    return rows.map(isoDates);
  }
}
