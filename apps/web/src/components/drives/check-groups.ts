import type { CheckView } from '../../api/schema.js';

/** Checks that belong together, in the order in which they were first named. */
export interface CheckGroup {
  name: string;
  /** One word for all of them: the worst current status. */
  state: string;
  checks: CheckView[];
}

function groupState(checks: readonly CheckView[]): string {
  const has = (state: string): boolean => checks.some((check) => check.state === state);
  const started = checks.some((check) => check.state !== 'queued');
  if (has('running') || (started && has('queued'))) return 'running';
  for (const state of ['queued', 'error', 'fail', 'warn', 'pass', 'observed']) if (has(state)) return state;
  return 'skipped';
}

export function groupChecks(checks: readonly CheckView[]): CheckGroup[] {
  const groups = new Map<string, CheckView[]>();
  for (const check of checks) groups.set(check.group, [...(groups.get(check.group) ?? []), check]);
  return [...groups].map(([name, members]) => ({ name, state: groupState(members), checks: members }));
}
