import { Injectable } from '@nestjs/common';
import { Identity, type Person } from '@portal/identity';
import { Config, Database, Mailer, type Tx } from '@portal/platform';

interface Application {
  id: string;
  companyName: string;
  driveName: string;
}

const OUTCOME = {
  approved: 'is approved. Sign the developer agreement next',
  rejected: 'is rejected',
  changes_requested: 'needs some changes. Answer and submit again',
} as const;

/** Mail about applications; leaves with the transaction that decides. */
@Injectable()
export class ApplicationMails {
  constructor(
    private readonly config: Config,
    private readonly database: Database,
    private readonly identity: Identity,
    private readonly mailer: Mailer,
  ) {}

  /** Asked before the transaction is opened. */
  async applicant(applicationId: string): Promise<Person | undefined> {
    const [row] = await this.database.query<{ applicant_id: string }>(
      'select applicant_id from authors.applications where id = $1',
      [applicationId],
    );
    return row && this.identity.userById(row.applicant_id);
  }

  /** Asked before the transaction is opened. */
  reviewers(): Promise<Person[]> {
    return this.identity.usersWith('reviewer');
  }

  async submitted(tx: Tx, application: Application, reviewers: readonly Person[]): Promise<void> {
    for (const reviewer of reviewers) {
      await this.mailer.send(tx, {
        to: reviewer.email,
        subject: `Application of ${application.companyName}`,
        text: `${application.companyName} applies to publish ${application.driveName}.\n\n${this.config.publicUrl}/review/applications/${application.id}`,
      });
    }
  }

  async decided(
    tx: Tx,
    application: Application,
    applicant: Person | undefined,
    outcome: keyof typeof OUTCOME,
    text: string,
  ): Promise<void> {
    if (!applicant) return;
    await this.mailer.send(tx, {
      to: applicant.email,
      subject: `Your application for ${application.driveName}`,
      text: `Your application ${OUTCOME[outcome]}:\n${this.config.publicUrl}/author/application\n\nThe reviewer writes:\n${text}`,
    });
  }
}
