import type { MigrationInterface, QueryRunner } from 'typeorm';

/** A reviewer has the checks of a case run again; what was judged on evidence that changed is to be judged again. */
export class ListingsRechecks1763700005960 implements MigrationInterface {
  name = 'ListingsRechecks1763700005960';

  async up(q: QueryRunner): Promise<void> {
    await q.query(`create table listings.review_rechecks (
      id uuid primary key,
      submission_id uuid not null references listings.submissions,
      asked_by uuid not null,
      asked_by_name text not null,
      asked_at timestamptz not null default platform.portal_now(),
      ended_at timestamptz,
      outcome text check (outcome in ('passed', 'failed', 'other_manifest', 'dropped')),
      reopened text[] not null default '{}',
      judged_up_to bigint,
      constraint review_rechecks_ended check ((ended_at is null) = (outcome is null)),
      constraint review_rechecks_reopened check (cardinality(reopened) = 0 or judged_up_to is not null))`);
    await q.query(
      `create unique index review_rechecks_one_open on listings.review_rechecks (submission_id) where ended_at is null`,
    );
    await q.query(`create index review_rechecks_of on listings.review_rechecks (submission_id, asked_at)`);
    await q.query(`create function listings.is_reopened(submission uuid, of_criterion text, judged bigint) returns boolean
      language sql stable as $$
        select exists (select from listings.review_rechecks k where k.submission_id = submission
          and of_criterion = any(k.reopened) and judged <= k.judged_up_to) $$`);
    await this.standing(q, `and not listings.is_reopened(n.submission_id, n.criterion, n.seq)`);
  }

  async down(q: QueryRunner): Promise<void> {
    await this.standing(q, '');
    await q.query(`drop function listings.is_reopened(uuid, text, bigint)`);
    await q.query(`drop table listings.review_rechecks`);
  }

  private async standing(q: QueryRunner, counts: string): Promise<void> {
    await q.query(`create or replace function listings.review_standing(submission uuid) returns table (criterion text, verdict text)
      language sql stable as $$
        select c.criterion, case when j.verdict in ('pass', 'not_applicable') or j.round = s.round then j.verdict end
        from listings.submissions s
        join listings.review_criteria c on c.version = (select max(version) from listings.review_criteria)
        left join lateral (select n.verdict, n.round from listings.review_judgements n
          where n.submission_id = s.id and n.criterion = c.criterion and n.criteria_version = c.version ${counts}
          order by n.seq desc limit 1) j on true
        where s.id = submission $$`);
  }
}
