import { defineRetention } from '@portal/platform/retention';

/** Runs of less than so many days are all there; of older ones, each that says something else than the run before it. */
export const RUN_DAYS = 400;

// A submission's runs stay for its decision. So do the newest run of a Drive, and the first of those that say the same, by
// which decisions and days long ago are explained.
defineRetention({
  table: 'listings.conformance_runs',
  since: 'ran_at',
  days: RUN_DAYS,
  business: true,
  when: `t.submission_id is null and exists (select from listings.conformance_runs n
      where n.drive_id = t.drive_id and n.seq = t.seq + 1 and n.ran_at <= (select platform.portal_now()) - make_interval(days => $1))
    and (select b.submission_id is null and (b.ok, b.body::jsonb->'manifest', b.body::jsonb->'checks') = (t.ok, t.body::jsonb->'manifest', t.body::jsonb->'checks')
      from listings.conformance_runs b where b.drive_id = t.drive_id and b.seq < t.seq order by b.seq desc limit 1)`,
});
