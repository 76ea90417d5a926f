import type { Queryable } from '../../pricing/prices.js';
import { worstOf, type Worst, type WorstFacts } from '../domain/review-risk.js';

/** The columns of `WorstFacts`, with `CASE_FACTS_OF` joined to a submission `s`. */
export const CASE_FACTS = `m.manifest, m.origin, m.sampled and s.submitted_by is null as sampled, f.fault,
  case when b.id is not null then jsonb_build_object('manifest', b.manifest, 'origin', b.origin) end as base,
  exists (select from listings.submission_checks k where k.submission_id = s.id and k.status in ('warn', 'fail') and k.rule = 'slow_answer') as slow,
  not exists (select from listings.publications p join listings.listings l using (drive_id) where l.org_id = s.org_id) as "firstDrive"`;

export const CASE_FACTS_OF = `join listings.revisions m on m.id = s.revision_id
  left join listings.revisions b on b.id = s.base_revision_id
  left join lateral (
    select jsonb_build_object('criterion', k.criterion, 'status', k.status, 'blocks', k.blocks, 'cause', coalesce(k.findings->0->>'cause', k.rule),
      'failed', count(*) filter (where k.status = 'fail') over (), 'total', (select count(*) from listings.submission_checks t where t.submission_id = s.id)) as fault
    from listings.submission_checks k
    where k.submission_id = s.id and (k.status = 'fail' or k.status = 'warn' and k.criterion = 'do_not_rules')
      and not exists (select from listings.exceptions_in_force(s.drive_id) e where e.check_id = k.check_id)
    order by k.status = 'fail' desc, k.blocks desc, k.ordinal limit 1) f on true`;

/** What speaks most against a case now; undefined while it has no revision. */
export async function worstOfCase(database: Queryable, submissionId: string): Promise<Worst | undefined> {
  const [facts] = await database.query<WorstFacts & Record<string, unknown>>(
    `select ${CASE_FACTS} from listings.submissions s ${CASE_FACTS_OF} where s.id = $1`,
    [submissionId],
  );
  return facts && worstOf(facts);
}
