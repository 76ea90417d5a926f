import { countChecks, countsText, type CheckResult } from '@portal/conformance';
import type { MailText } from '../listing/listing-mailer.js';

export type VerdictChecks = readonly Pick<CheckResult, 'id' | 'rule' | 'status'>[];

/** Failed checks that a mail names. */
const SHOWN = 10;

/** To reviewers, with how its checks ended if they ran just now. `portal`: where its pages are. */
export const submissionWaitsMail = (portal: string, id: string, name: string, checks?: VerdictChecks): MailText => ({
  topic: 'reviews',
  subject: `${name} waits for review`,
  text: `${name} waits for a reviewer${checks ? `: ${countsText(countChecks(checks))}` : ''}.\n${portal}/review/submissions/${id}`,
  path: `/review/submissions/${id}`,
});

/** To the author, with the rules of the checks that failed, in our words. */
export function checksFailedMail(
  portal: string,
  { submissionId, name, checks }: { submissionId: string; name: string; checks: VerdictChecks },
): MailText {
  const failed = checks.filter(({ status }) => status === 'fail').map(({ id, rule }) => `${id}: ${rule}`);
  const list = failed.slice(0, SHOWN).map((line) => `- ${line}`);
  return {
    topic: 'reviews',
    subject: `${name}: your submission did not pass the checks`,
    text: `${countsText(countChecks(checks))}. The first that failed:\n${list.join('\n')}\n\nWhat was found, and how to mend it:\n${portal}/author/submissions/${submissionId}`,
    path: `/author/submissions/${submissionId}`,
  };
}
