/** Progress reported by a run of the public validator. */
export interface RunSoFar {
  phase: 'queued' | 'running';
  /** Runs that waited before it when it was taken. */
  ahead: number;
  total: number;
  groups: readonly GroupSoFar[];
  requests: readonly RequestSoFar[];
}

export interface GroupSoFar {
  name: string;
  done: number;
  failed: number;
  warned: number;
}

interface RequestSoFar {
  method: string;
  path: string;
  status: number | null;
  failure: string | null;
}

export const NOTHING_YET: RunSoFar = { phase: 'queued', ahead: 0, total: 0, groups: [], requests: [] };

interface ProgressMessage {
  ahead?: number;
  checks_total?: number;
  checks?: readonly { check: string; state: string }[];
  requests?: readonly RequestSoFar[];
}

/** The run after one more event: `queued`, `started` or `progress`; any other changes nothing. */
export function afterEvent(run: RunSoFar, type: string, data: unknown): RunSoFar {
  const message = (typeof data === 'object' && data !== null ? data : {}) as ProgressMessage;
  switch (type) {
    case 'queued':
      return { ...NOTHING_YET, ahead: message.ahead ?? 0, total: message.checks_total ?? 0 };
    case 'started':
      return { ...run, phase: 'running' };
    case 'progress':
      return {
        ...run,
        phase: 'running',
        groups: (message.checks ?? []).reduce(addCheck, run.groups),
        requests: [...run.requests, ...(message.requests ?? [])],
      };
    default:
      return run;
  }
}

function addCheck(groups: readonly GroupSoFar[], { check, state }: { check: string; state: string }): GroupSoFar[] {
  const known = groups.some(({ name }) => name === check);
  const all = known ? groups : [...groups, { name: check, done: 0, failed: 0, warned: 0 }];
  return all.map((group) =>
    group.name === check
      ? {
          ...group,
          done: group.done + 1,
          failed: group.failed + (state === 'fail' ? 1 : 0),
          warned: group.warned + (state === 'warn' ? 1 : 0),
        }
      : group,
  );
}

export const checksDone = ({ groups }: RunSoFar): number => groups.reduce((sum, { done }) => sum + done, 0);
