/**
 * Runs of the checks that count for the live Drive: those of its live address, and the run of a submission from its
 * publication on. Runs of a mere submission, from any address, are kept in the chain and do not concern the live one.
 * `since` is from when a run counts.
 */
export const countedRuns = (driveId: string): string =>
  `(select c.seq, c.ok, c.ran_at, c.submission_id, c.body::jsonb->>'manifest' as manifest, c.body::jsonb->'checks' as checks, c.calls, coalesce(p.published_at, c.ran_at) as since
    from listings.conformance_runs c
    left join listings.publications p on p.drive_id = c.drive_id and p.submission_id = c.submission_id
    where c.drive_id = ${driveId} and (p.id is not null or c.submission_id is null))`;
