import type { Issue } from '@portal/contract';
import type { ErrorDetail } from '@portal/kernel';

/** Errors in settings, for a refusal; pointers into the body that has them as `config`. */
export function settingIssues(issues: readonly Issue[], at = '/config'): ErrorDetail[] {
  return issues.map(({ pointer, code, message }) => ({ pointer: `${at}${pointer}`, code, message }));
}
