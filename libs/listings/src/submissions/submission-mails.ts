import type { MailText } from '../listing/listing-mailer.js';

/** Failed checks that a mail names. */
const SHOWN = 10;

/** To reviewers: all checks have passed. `portal`: where its pages are. */
export const submissionWaitsMail = (portal: string, submissionId: string, name: string): MailText => ({
  topic: 'reviews',
  subject: `${name} waits for review`,
  text: `All checks of ${name} have passed. It waits for a reviewer:\n${portal}/review/submissions/${submissionId}`,
  path: `/review/submissions/${submissionId}`,
});

/** To the author. `failed`: the rules of the checks that failed, in our words. */
export function checksFailedMail(
  portal: string,
  { submissionId, name, failed }: { submissionId: string; name: string; failed: readonly string[] },
): MailText {
  const more = failed.length > SHOWN ? [`and ${failed.length - SHOWN} more`] : [];
  const list = [...failed.slice(0, SHOWN), ...more].map((line) => `- ${line}`).join('\n');
  return {
    topic: 'reviews',
    subject: `${name}: your submission did not pass the checks`,
    text: `These checks failed:\n${list}\n\nWhat was found, and how to mend it:\n${portal}/author/submissions/${submissionId}`,
    path: `/author/submissions/${submissionId}`,
  };
}
