import type { MailText } from '../listing/listing-mailer.js';

/** To reviewers: an appeal against a refused submission, or a removal. `portal`: where its pages are. */
export function appealFiledMail(
  portal: string,
  { id, name, submissionId, text }: { id: string; name: string; submissionId: string | null; text: string },
): MailText {
  const what = submissionId === null ? 'the removal of' : 'the refusal of a submission of';
  const path = `/review/appeals/${id}`;
  return {
    topic: 'reviews',
    subject: `${name}: an appeal waits for a reviewer`,
    text: `The author appeals against ${what} ${name}. Somebody who had no part in that decision decides:\n${portal}${path}\n\nThey write:\n${text}`,
    path,
  };
}

/** To the author. */
export function appealDecidedMail(
  portal: string,
  appeal: {
    driveId: string;
    submissionId: string | null;
    name: string;
    state: 'granted' | 'dismissed';
    text: string;
  },
): MailText {
  const { driveId, submissionId, name, state, text } = appeal;
  const path = submissionId === null ? `/author/drives/${driveId}` : `/author/submissions/${submissionId}`;
  const granted =
    submissionId === null ? 'Your Drive is restored' : 'Your submission is under review again, by another reviewer';
  return {
    topic: 'reviews',
    subject: `${name}: your appeal is ${state}`,
    text: `${state === 'granted' ? granted : 'The decision is final'}:\n${portal}${path}\n\nThe reviewer writes:\n${text}`,
    path,
  };
}
