import { utcDay } from '@portal/kernel';
import type { MailText } from '../listing/listing-mailer.js';
import { claimText, type EvidenceNotice } from './domain/compliance-claims.js';

/** To the author. `portal`: where its pages are. */
export const subprocessorsMail = (
  portal: string,
  { driveId, name }: { driveId: string; name: string },
  text: string,
): MailText => ({
  topic: 'checks',
  subject: `${name}: your list of subprocessors`,
  text: `${text}\n\nReviewers see this as well:\n${portal}/author/drives/${driveId}`,
  path: `/author/drives/${driveId}`,
});

/** To the author: a reviewer accepted the file of a claim until a day, or rejected it. */
export function evidenceDecidedMail(
  portal: string,
  { driveId, name, claim }: { driveId: string; name: string; claim: string },
  decided: { until: Date } | { reason: string },
): MailText {
  const path = `/author/drives/${driveId}`;
  const isAccepted = 'until' in decided;
  const subject = `${name}: the evidence of a compliance claim ${isAccepted ? 'is accepted' : 'was rejected'}`;
  const text = isAccepted
    ? `A reviewer accepted your evidence of "${claimText(claim)}" until ${utcDay(decided.until)} (UTC).`
    : `A reviewer rejected your evidence of "${claimText(claim)}":\n${decided.reason}\n\nUpload another file, or claim it no more.`;
  return { topic: 'reviews', subject, text: `${text}\n\n${portal}${path}`, path };
}

/** To the author, and once it is over to reviewers. */
export function evidenceDueMails(
  portal: string,
  evidence: { driveId: string; name: string; claim: string; due: EvidenceNotice; validUntil: string },
): { author: MailText; reviewers: MailText | null } {
  const { driveId, name, claim, due, validUntil } = evidence;
  const over = due === 'expired';
  const day = utcDay(validUntil);
  const subject = over
    ? `${name}: the evidence of a compliance claim has ended`
    : `${name}: the evidence of a compliance claim ends on ${day}`;
  const what = `Evidence of "${claimText(claim)}" ${over ? 'counted' : 'counts'} until ${day} (UTC).`;
  const author: MailText = {
    topic: 'checks',
    subject,
    text: `${what}\n\nGive a newer file, or claim it no more:\n${portal}/author/drives/${driveId}`,
    path: `/author/drives/${driveId}`,
  };
  const path = '/review?tab=evidence';
  const text = `${what}\n\nThe Drive is live and still claims it:\n${portal}${path}`;
  return { author, reviewers: over ? { topic: 'checks', subject, text, path } : null };
}
