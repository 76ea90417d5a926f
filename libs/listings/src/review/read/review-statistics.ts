import { Injectable } from '@nestjs/common';
import { Clock } from '@portal/kernel';
import { Config } from '@portal/platform/config';
import { Database } from '@portal/platform/database';
import type {
  AppealStatisticsView,
  ReviewMonthView,
  ReviewStatisticsKindView,
  ReviewStatisticsView,
} from '../http/review.view.js';

interface Row {
  kind: 'submission' | 'application';
  month: string;
  cases: number;
  median_ms: number | null;
  p90_ms: number | null;
  approved: number;
  changes_requested: number;
  rejected: number;
}

const KINDS = ['submission', 'application'] as const;
/** A smaller number could identify a person, and means little. */
const FEWEST = 5;
const KEPT_MS = 60_000;

/** Null for a number that is too small to publish. */
const published = (count: number): number | null => (count < FEWEST ? null : count);

/** How fast and how reviewers decide, for everybody, computed from the audit trail. */
@Injectable()
export class ReviewStatistics {
  private kept: { at: number; view: Promise<ReviewStatisticsView> } | undefined;

  constructor(
    private readonly database: Database,
    private readonly config: Config,
    private readonly clock: Clock,
  ) {}

  /** The last twelve months; an answer is cached for a minute, because the route is public. */
  async view(): Promise<ReviewStatisticsView> {
    const now = this.clock.wallNow().getTime();
    if (this.kept === undefined || now - this.kept.at >= KEPT_MS) this.kept = { at: now, view: this.compute() };
    try {
      return await this.kept.view;
    } catch (error) {
      this.kept = undefined;
      throw error;
    }
  }

  private async compute(): Promise<ReviewStatisticsView> {
    // A case is ready when it first waits for a reviewer; its month is that of its first decision.
    const rows = await this.database.query<Row>(
      `with moves as (
         select subject_type as kind, subject_id, at,
           action in ('submission.in_review', 'application.submitted') as ready,
           action in ('submission.approved', 'application.approved') as approved,
           action in ('submission.changes_requested', 'application.changes_requested') as changes_requested,
           action in ('submission.rejected', 'application.rejected') as rejected
         from platform.audit_log where subject_type in ('submission', 'application')
           and at >= date_trunc('month', platform.portal_now() at time zone 'UTC') at time zone 'UTC' - interval '14 months'),
       cases as (
         select kind, subject_id, min(at) filter (where ready) as ready_at,
           min(at) filter (where approved or changes_requested or rejected) as decided_at from moves group by 1, 2),
       firsts as (
         select kind, to_char(decided_at at time zone 'UTC', 'YYYY-MM') as month, count(*)::int as cases,
           percentile_cont(array[0.5, 0.9]) within group (order by extract(epoch from decided_at - ready_at) * 1000) as ms
         from cases where decided_at >= ready_at group by 1, 2),
       decisions as (
         select kind, to_char(at at time zone 'UTC', 'YYYY-MM') as month, count(*) filter (where approved)::int as approved,
           count(*) filter (where changes_requested)::int as changes_requested, count(*) filter (where rejected)::int as rejected
         from moves where approved or changes_requested or rejected group by 1, 2)
       select f.kind, f.month, f.cases, round(f.ms[1])::float8 as median_ms, round(f.ms[2])::float8 as p90_ms, d.approved, d.changes_requested, d.rejected
       from firsts f join decisions d using (kind, month) where f.cases >= ${FEWEST}
         and f.month > to_char((platform.portal_now() - interval '12 months') at time zone 'UTC', 'YYYY-MM')
       order by f.month desc`,
    );
    return {
      due_hours: this.config.review.dueHours,
      appeals: await this.appeals(),
      kinds: KINDS.map((kind): ReviewStatisticsKindView => ({
        kind,
        months: rows.filter((row) => row.kind === kind).map(month),
      })),
    };
  }

  /** Appeals of every kind that were decided in the last twelve months; too few to publish: null. */
  private async appeals(): Promise<AppealStatisticsView | null> {
    const [row] = await this.database.query<AppealsRow>(
      `with appeals as (
         select min(at) filter (where action = 'appeal.filed') as filed_at, min(at) filter (where action <> 'appeal.filed') as decided_at,
           bool_or(action = 'appeal.granted') as granted
         from platform.audit_log where action in ('appeal.filed', 'appeal.granted', 'appeal.dismissed')
           and at >= (select platform.portal_now()) - interval '14 months'
         group by subject_type, subject_id, after->>'appeal_id')
       select count(*)::int as decided, count(*) filter (where granted)::int as granted,
         round(percentile_cont(0.5) within group (order by extract(epoch from decided_at - filed_at) * 1000))::float8 as median_ms
       from appeals where decided_at >= filed_at and decided_at > (select platform.portal_now()) - interval '12 months'`,
    );
    if (!row || row.decided < FEWEST) return null;
    return {
      decided: row.decided - (row.decided % FEWEST),
      granted: published(row.granted),
      median_ms: row.median_ms ?? 0,
    };
  }
}

interface AppealsRow {
  decided: number;
  granted: number;
  median_ms: number | null;
}

const month = (row: Row): ReviewMonthView => ({
  month: row.month,
  // Not the exact number: with it, one suppressed count could be worked out from the others.
  cases: row.cases - (row.cases % FEWEST),
  median_ms: row.median_ms ?? 0,
  p90_ms: row.p90_ms ?? 0,
  approved: published(row.approved),
  changes_requested: published(row.changes_requested),
  rejected: published(row.rejected),
});
