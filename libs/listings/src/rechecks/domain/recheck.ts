import { criterionOfCheck, type CriterionId } from '../../review/domain/review-criteria.js';

/** A check as far as it is evidence. */
export interface CheckFacts {
  id: string;
  group: string;
  status: string;
  findings: readonly object[];
}

/** Result of a re-check: all checks passed or not, another manifest than the one under review, or no manifest. */
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

/** The criteria whose evidence has changed: a check has another result, is new or is gone. */
export function changedCriteria(before: readonly CheckFacts[], after: readonly CheckFacts[]): CriterionId[] {
  const old = new Map(before.map((check) => [check.id, check]));
  const now = new Map(after.map((check) => [check.id, check]));
  const changed = [...new Set([...old.keys(), ...now.keys()])].filter((id) => {
    const [was, is] = [old.get(id), now.get(id)];
    if (is?.status === 'observed') return false;
    if (!was || !is) return true;
    // The first run of a submission leaves events at the Drive, so the next one can check more.
    if (was.status === 'skipped' && is.status === 'pass') return false;
    return facts(was) !== facts(is);
  });
  return [...new Set(changed.map((id) => criterionOfCheck((now.get(id) ?? old.get(id))!)))].sort();
}
