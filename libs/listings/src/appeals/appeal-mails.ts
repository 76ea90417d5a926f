import { Injectable } from '@nestjs/common';
import type { Contact } from '@portal/authors';
import type { Person } from '@portal/identity';
import type { Tx } from '@portal/platform/database';
import { ListingMailer } from '../listing/listing-mailer.js';

/** Mail about appeals against refused submissions and removals. */
@Injectable()
export class AppealMails {
  constructor(private readonly mailer: ListingMailer) {}

  async appealed(
    tx: Tx,
    appeal: { id: string; name: string; submissionId: string | null; text: string },
    reviewers: readonly Person[],
  ): Promise<void> {
    const { id, name, submissionId, text } = appeal;
    const what = submissionId === null ? 'the removal of' : 'the refusal of a submission of';
    const path = `/review/appeals/${id}`;
    await this.mailer.notify(tx, reviewers, {
      topic: 'reviews',
      subject: `${name}: an appeal waits for a reviewer`,
      text: `The author appeals against ${what} ${name}. Somebody who had no part in that decision decides:\n${this.mailer.portal}${path}\n\nThey write:\n${text}`,
      path,
    });
  }

  async appealDecided(
    tx: Tx,
    appeal: {
      driveId: string;
      submissionId: string | null;
      name: string;
      state: 'granted' | 'dismissed';
      text: string;
    },
    authors: readonly Contact[],
  ): Promise<void> {
    const { driveId, submissionId, name, state, text } = appeal;
    const path = submissionId === null ? `/author/drives/${driveId}` : `/author/submissions/${submissionId}`;
    const granted =
      submissionId === null ? 'Your Drive is restored' : 'Your submission is under review again, by somebody else';
    await this.mailer.notify(tx, authors, {
      topic: 'reviews',
      subject: `${name}: your appeal is ${state}`,
      text: `${state === 'granted' ? granted : 'The decision stands'}:\n${this.mailer.portal}${path}\n\nThe reviewer writes:\n${text}`,
      path,
    });
  }
}
