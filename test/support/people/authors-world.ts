import { AuthorsModule } from '@portal/authors';
import { IdentityModule } from '@portal/identity';
import type { ApplicationCaseView } from '../../../libs/authors/src/applications/authors.view.js';
import { judgeApplication, type ApplicationDecision } from './applications.js';
import { TestApp, type Answer } from '../http/http-app.js';
import { grantByTwo } from './staff-role.js';
import type { ReviewerCall } from './review.js';
import { World } from '../world.js';

export interface Application {
  id: string;
  org_id: string;
  state: string;
}

/** A decision that lets an application pass. */
export const MEETS = {
  decision: 'approve',
  reason_code: 'meets_requirements',
  text: 'Everything was checked and is in order.',
};

/** A complete application for a Drive of this slug. */
export const answers = (slug: string) => ({
  founder_name: 'Ada Author',
  company_name: 'Example Inc',
  country: 'US',
  website: 'https://example.com',
  drive_name: 'Example Drive',
  drive_slug: slug,
  description: 'Writes and plans posts for teams.',
  security_contact: 'security@example.com',
});

/** A complete application that resembles none of another number. */
export const answersUnlikeOthers = (n: number) => ({
  ...answers(`thing-${n}`),
  company_name: `Works ${n}`,
  website: `https://works-${n}.example`,
  drive_name: `Thing ${n}`,
  description: `Counts ${'abcdefghijklmnopqrstuvwxyz'[n % 26]!.repeat(12)} by the week, number ${n}.`,
  security_contact: `security@works-${n}.example`,
});

/**
 * The API with people who apply as authors, and a reviewer who decides. What it offers as functions may be taken out before
 * it has started.
 */
export class AuthorsWorld extends World {
  app!: TestApp;
  /** Sessions of the reviewers; the second one is there where two are wished for. */
  reviewer = '';
  second = '';
  /** Of the last person who applied: `Author <serial>`, `author<serial>@example.org`. */
  serial = 0;

  /** @param reviewers 2: for what needs another one, `second-reviewer@example.org` */
  constructor(private readonly reviewers: 1 | 2 = 1) {
    super();
  }

  async begin(): Promise<void> {
    this.app = await TestApp.start([IdentityModule, AuthorsModule]);
    this.reviewer = await this.app.demo('reviewer');
    if (this.reviewers === 1) return;
    this.second = await this.app.signUp('second-reviewer@example.org', 'Second Reviewer');
    const { data } = await this.get<{ user: { id: string } }>(this.second, '/me');
    await grantByTwo(this.app, data.user.id, 'reviewer');
  }

  protected cleanUp(): Promise<void> {
    return this.app.close();
  }

  query = <R>(sql: string, params: unknown[] = []): Promise<R[]> => this.app.query<R>(sql, params);

  post = <T = ApplicationCaseView>(as: string, url: string, body: object = {}): Promise<Answer<T>> =>
    this.app.ask<T>(as, 'POST', url, body);

  get = <T = ApplicationCaseView>(as: string, url: string): Promise<Answer<T>> => this.app.ask<T>(as, 'GET', url);

  by =
    (as: string): ReviewerCall =>
    (method, url, body) =>
      this.app.ask(as, method, url, body);

  /** Opens an application and judges it: every criterion passes, except one that does not, as the decision requires. */
  async takeUp(id: string, decision: ApplicationDecision = 'approve'): Promise<void> {
    await this.post(this.reviewer, `/review/cases/${id}/claim`);
    await judgeApplication(this.by(this.reviewer), id, decision);
  }

  /** An author with a submitted application. */
  async applied(
    answersOf: (n: number) => ReturnType<typeof answers> = (n) => answers(`drive-number-${n}`),
    session?: string,
  ): Promise<{ author: string; application: Application; slug: string; n: number }> {
    const n = ++this.serial;
    const author = session ?? (await this.app.signUp(`author${n}@example.org`, `Author ${n}`));
    const body = answersOf(n);
    const made = await this.post(author, '/applications', body);
    const submitted = await this.post(author, `/applications/${made.data.id}/submit`);
    expect(submitted.status).toBe(200);
    return { author, application: submitted.data, slug: body.drive_slug, n };
  }

  async approved(): Promise<{ author: string; application: Application; driveId: string }> {
    const { author, application } = await this.applied();
    await this.takeUp(application.id);
    const decided = await this.post(this.reviewer, `/review/applications/${application.id}/decide`, MEETS);
    expect(decided.data.state).toBe('approved');
    const account = await this.get<{ drives: { id: string }[] }>(author, '/author/account');
    return { author, application, driveId: account.data.drives[0]!.id };
  }

  /** Signs the current agreement. */
  async sign(author: string): Promise<Answer<Record<string, unknown>>> {
    const agreement = await this.get<{ version: string; digest: string }>(author, '/author/agreement');
    const { version, digest } = agreement.data;
    return this.post(author, '/author/agreement/sign', { version, digest, signed_name: 'Ada Author' });
  }
}
