import { Injectable } from '@nestjs/common';
import type { Contact } from '@portal/authors';
import type { Person } from '@portal/identity';
import type { Tx } from '@portal/platform/database';
import { ListingMailer } from '../listing/listing-mailer.js';

/** Failed checks that a mail names. */
const SHOWN = 10;

/** Mail about the results of the checks of a submission. */
@Injectable()
export class SubmissionMails {
  constructor(private readonly mailer: ListingMailer) {}

  async waiting(tx: Tx, submissionId: string, name: string, reviewers: readonly Person[]): Promise<void> {
    await this.mailer.notify(tx, reviewers, {
      topic: 'reviews',
      subject: `${name} waits for review`,
      text: `All checks of ${name} have passed. It waits for a reviewer:\n${this.mailer.portal}/review/submissions/${submissionId}`,
      path: `/review/submissions/${submissionId}`,
    });
  }

  /** `failed`: the rules of the checks that failed, in our words. */
  async checksFailed(
    tx: Tx,
    { submissionId, name, failed }: { submissionId: string; name: string; failed: readonly string[] },
    authors: readonly Contact[],
  ): Promise<void> {
    const more = failed.length > SHOWN ? [`and ${failed.length - SHOWN} more`] : [];
    const list = [...failed.slice(0, SHOWN), ...more].map((line) => `- ${line}`).join('\n');
    await this.mailer.notify(tx, authors, {
      topic: 'reviews',
      subject: `${name}: your submission did not pass the checks`,
      text: `These checks failed:\n${list}\n\nWhat was found, and how to mend it:\n${this.mailer.portal}/author/submissions/${submissionId}`,
      path: `/author/submissions/${submissionId}`,
    });
  }
}
