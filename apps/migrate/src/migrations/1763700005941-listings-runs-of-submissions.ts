import type { MigrationInterface, QueryRunner } from 'typeorm';

/**
 * Which submission a run of the checks belongs to, as a column: runs of earlier releases say nothing of it in their
 * bodies, which are bound by their digests, and so counted for the badge of the live Drive. The verdict of a submission and
 * its run were written in one transaction with the same instant, so the instant tells them apart.
 */
export class ListingsRunsOfSubmissions1763700005941 implements MigrationInterface {
  async up(q: QueryRunner): Promise<void> {
    await q.query(
      `alter table listings.conformance_runs add column submission_id uuid references listings.submissions`,
    );
    await q.query(`alter table listings.conformance_runs disable trigger append_only`);
    await q.query(`update listings.conformance_runs set submission_id = (body::jsonb->>'submission')::uuid
      where body::jsonb->>'submission' is not null`);
    // What the sync opened has the instant of a run of the live address.
    await q.query(`update listings.conformance_runs r set submission_id = s.id from listings.submissions s
      where r.submission_id is null and s.drive_id = r.drive_id and s.validated_at = r.ran_at and s.submitted_by is not null`);
    // Their badges may tell of what was only submitted: the newest run that counts says how they stand until the next
    // poll, which runs all checks anew.
    await q.query(`update listings.listings l set conformance_ok = c.ok, checked_at = null, verified_at = c.verified_at
      from (select distinct on (r.drive_id) r.drive_id, r.ok, max(r.ran_at) filter (where r.ok) over (partition by r.drive_id) as verified_at
        from listings.conformance_runs r
        left join listings.publications p on p.drive_id = r.drive_id and p.submission_id = r.submission_id
        where r.submission_id is null or p.id is not null
        order by r.drive_id, coalesce(p.published_at, r.ran_at) desc, r.seq desc) c
      where l.drive_id = c.drive_id and exists (select from listings.conformance_runs m
        where m.drive_id = l.drive_id and m.submission_id is not null and m.body::jsonb->>'submission' is null)`);
    await q.query(`alter table listings.conformance_runs enable trigger append_only`);
    await q.query(`alter table listings.conformance_runs add constraint conformance_runs_submission
      check (body::jsonb->>'submission' is null or (body::jsonb->>'submission')::uuid = submission_id)`);
  }

  async down(q: QueryRunner): Promise<void> {
    await q.query(`alter table listings.conformance_runs drop constraint conformance_runs_submission`);
    await q.query(`alter table listings.conformance_runs drop column submission_id`);
  }
}
