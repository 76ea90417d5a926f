import { criterionOfCheck, type CriterionId } from '../../review/domain/review-criteria.js';

/** A check as far as it is evidence. */
export interface CheckFacts {
  id: string;
  group: string;
  status: string;
  findings: readonly object[];
}

/** How a re-check ended: with all checks passed or not, with another manifest than the one under review, or unread. */
export type RecheckOutcome = 'passed' | 'failed' | 'other_manifest' | 'dropped';

// Measurements differ every time; findings do not.
const facts = ({ status, findings }: CheckFacts): string =>
  JSON.stringify([
    status,
    findings.map((one) => {
      const { level, rule, pointer } = one as Record<string, unknown>;
      return [level, rule, pointer].join(' ');
    }),
  ]);

/** The criteria whose evidence is another one than before: a check that came out differently, came or went. */
export function changedCriteria(before: readonly CheckFacts[], after: readonly CheckFacts[]): CriterionId[] {
  const old = new Map(before.map((check) => [check.id, check]));
  const now = new Map(after.map((check) => [check.id, check]));
  const changed = [...new Set([...old.keys(), ...now.keys()])].filter((id) => {
    const [was, is] = [old.get(id), now.get(id)];
    if (!was || !is) return true;
    // The first run of a submission leaves events at the Drive, so the next one can check more.
    if (was.status === 'skipped' && is.status === 'pass') return false;
    return facts(was) !== facts(is);
  });
  return [...new Set(changed.map((id) => criterionOfCheck((now.get(id) ?? old.get(id))!)))].sort();
}
