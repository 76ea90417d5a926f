import { Injectable } from '@nestjs/common';
import { Identity, type Person } from '@portal/identity';
import { Config } from '@portal/platform/config';
import { bypassRowSecurity, Database, type Tx } from '@portal/platform/database';
import { Mailer, quoted } from '@portal/platform/mail';
import { mayAppealUntil } from './domain/refusal.js';
import { ApplicationsRepository } from './applications.repository.js';

interface Application {
  id: string;
  companyName: string;
  driveName: string;
}

const OUTCOME = {
  approved: 'was approved. Next, sign the developer agreement',
  rejected: 'was rejected',
  changes_requested: 'needs some changes. Update it and submit it again',
} as const;

const APPEAL = {
  open: 'is waiting for a decision',
  granted: 'was granted. Your application is under review again',
  dismissed: 'was dismissed. The application remains rejected',
} as const;

/** Mails about applications, queued in the transaction that they report. */
@Injectable()
export class ApplicationMails {
  constructor(
    private readonly config: Config,
    private readonly database: Database,
    private readonly identity: Identity,
    private readonly mailer: Mailer,
    private readonly applications: ApplicationsRepository,
  ) {}

  /** Read before the transaction opens. */
  async applicant(applicationId: string): Promise<Person | undefined> {
    const [row] = await this.database.query<{ applicant_id: string }>(
      'select applicant_id from authors.applications where id = $1',
      [applicationId],
    );
    return row && this.identity.userById(row.applicant_id);
  }

  /** Read before the transaction opens. */
  reviewers(): Promise<Person[]> {
    return bypassRowSecurity(() => this.identity.usersWith('reviewer'));
  }

  /**
   * Recipients of a message from the given side: the applicant; or the reviewer who opened the application, otherwise
   * all reviewers. Read before the transaction opens.
   */
  async readersOf(applicationId: string, writer: 'applicant' | 'reviewer'): Promise<Person[]> {
    if (writer === 'reviewer') return [await this.applicant(applicationId)].filter((person) => person !== undefined);
    const [row] = await this.database.query<{ opened_by: string | null }>(
      'select opened_by from authors.applications where id = $1',
      [applicationId],
    );
    const openedBy = row?.opened_by;
    const opener = openedBy ? await bypassRowSecurity(() => this.identity.userById(openedBy)) : undefined;
    return opener ? [opener] : this.reviewers();
  }

  async message(
    tx: Tx,
    application: Application,
    writer: 'applicant' | 'reviewer',
    readers: readonly Person[],
    text: string,
  ): Promise<void> {
    const page = writer === 'reviewer' ? '/author/application' : `/review/applications/${application.id}`;
    for (const reader of readers) {
      await this.mailer.send(tx, {
        to: reader.email,
        topic: 'applications',
        subject: `Message about the application of ${application.companyName}`,
        text: `You have a message from the ${writer}. Read it and reply:\n${this.config.publicUrl}${page}\n\nThe ${writer} wrote:\n${quoted(text)}`,
        path: page,
      });
    }
  }

  async submitted(tx: Tx, application: Application, reviewers: readonly Person[]): Promise<void> {
    for (const reviewer of reviewers) {
      await this.mailer.send(tx, {
        to: reviewer.email,
        topic: 'applications',
        subject: `New application from ${application.companyName}`,
        text: `An application to publish is waiting for review:\n${this.config.publicUrl}/review/applications/${application.id}\n\nCompany and Drive:\n${quoted(`${application.companyName}\n${application.driveName}`)}`,
        path: `/review/applications/${application.id}`,
      });
    }
  }

  async appealed(tx: Tx, application: Application, reviewers: readonly Person[], text: string): Promise<void> {
    for (const reviewer of reviewers) {
      await this.mailer.send(tx, {
        to: reviewer.email,
        topic: 'applications',
        subject: `Appeal from ${application.companyName}`,
        text: `An applicant appealed a rejection:\n${this.config.publicUrl}/review/applications/${application.id}\n\nCompany and Drive:\n${quoted(`${application.companyName}\n${application.driveName}`)}\n\nThe applicant wrote:\n${quoted(text)}`,
        path: `/review/applications/${application.id}`,
      });
    }
  }

  async appealDecided(
    tx: Tx,
    application: Application,
    applicant: Person | undefined,
    outcome: keyof typeof APPEAL,
    text: string,
  ): Promise<void> {
    if (!applicant) return;
    await this.mailer.send(tx, {
      to: applicant.email,
      topic: 'applications',
      subject: `Your appeal for ${application.companyName}`,
      text: `Your appeal ${APPEAL[outcome]}:\n${this.config.publicUrl}/author/application\n\nThe reviewer wrote:\n${text}`,
      path: '/author/application',
    });
  }

  /** The mail about a first rejection gives the deadline for an appeal. */
  async decided(
    tx: Tx,
    application: Application,
    applicant: Person | undefined,
    outcome: keyof typeof OUTCOME,
    text: string,
  ): Promise<void> {
    if (!applicant) return;
    const appealable = outcome === 'rejected' && !(await this.applications.lockAppeal(tx, application.id));
    const until = mayAppealUntil(tx.now).toISOString().slice(0, 16).replace('T', ' ');
    const appeal = `\n\nYou can appeal there until ${until} UTC. Another reviewer will decide.`;
    await this.mailer.send(tx, {
      to: applicant.email,
      topic: 'applications',
      subject: `Your application for ${application.companyName}`,
      text: `Your application ${OUTCOME[outcome]}:\n${this.config.publicUrl}/author/application\n\nThe reviewer wrote:\n${text}${appealable ? appeal : ''}`,
      path: '/author/application',
    });
  }
}
