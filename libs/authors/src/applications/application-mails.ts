import { Injectable } from '@nestjs/common';
import { Identity, type Person } from '@portal/identity';
import { utcMinute } from '@portal/kernel';
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

const OWN_PAGE = '/author/application';

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
    const page = writer === 'reviewer' ? OWN_PAGE : reviewPage(application);
    const subject = `Message about the application of ${application.companyName}`;
    const what = `You have a message from the ${writer}. Read it and reply`;
    await this.send(tx, readers, page, subject, what, `The ${writer} wrote:\n${quoted(text)}`);
  }

  async submitted(tx: Tx, application: Application, reviewers: readonly Person[]): Promise<void> {
    const subject = `New application from ${application.companyName}: ${application.driveName}`;
    const what = 'An application to publish is waiting for review';
    await this.send(tx, reviewers, reviewPage(application), subject, what, namesOf(application));
  }

  async appealed(tx: Tx, application: Application, reviewers: readonly Person[], text: string): Promise<void> {
    const more = `${namesOf(application)}\n\nThe applicant wrote:\n${quoted(text)}`;
    const subject = `Appeal from ${application.companyName}`;
    await this.send(tx, reviewers, reviewPage(application), subject, 'An applicant appealed a rejection', more);
  }

  async appealDecided(
    tx: Tx,
    application: Application,
    applicant: Person | undefined,
    outcome: keyof typeof APPEAL,
    text: string,
  ): Promise<void> {
    const subject = `Your appeal for ${application.companyName}`;
    const more = `The reviewer wrote:\n${text}`;
    await this.send(tx, applicant ? [applicant] : [], OWN_PAGE, subject, `Your appeal ${APPEAL[outcome]}`, more);
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
    const until = utcMinute(mayAppealUntil(tx.now));
    const appeal = `\n\nYou can appeal there until ${until}. Another reviewer will decide.`;
    const subject = `Your application for ${application.driveName} ${OUTCOME[outcome].split('.', 1)[0]}`;
    const more = `The reviewer wrote:\n${text}${appealable ? appeal : ''}`;
    await this.send(tx, [applicant], OWN_PAGE, subject, `Your application ${OUTCOME[outcome]}`, more);
  }

  /** @param what happened, in a sentence without its full stop, before the link to the page */
  private async send(tx: Tx, readers: readonly Person[], path: string, subject: string, what: string, more: string) {
    const text = `${what}:\n${this.config.publicUrl}${path}\n\n${more}`;
    for (const { email: to } of readers) await this.mailer.send(tx, { to, topic: 'applications', subject, text, path });
  }
}

const reviewPage = ({ id }: Application): string => `/review/applications/${id}`;
const namesOf = ({ companyName, driveName }: Application): string =>
  `Company and Drive:\n${quoted(`${companyName}\n${driveName}`)}`;
