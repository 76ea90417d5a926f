import { conformanceChecks, type CheckResult } from '@portal/conformance';

const SIGNED = new Set(
  conformanceChecks.filter(({ mode, check }) => mode === 'full' && check === 'hmac').map(({ id }) => id),
);

/** Whether a Drive answered calls signed with its own key as it must, by the results of a run; null: none was made. */
export function handshakePassed(results: readonly Pick<CheckResult, 'id' | 'status'>[]): boolean | null {
  const statuses = results.filter(({ id }) => SIGNED.has(id)).map(({ status }) => status);
  if (statuses.includes('fail')) return false;
  return statuses.includes('pass') ? true : null;
}
