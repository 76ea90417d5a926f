import { AuthorsModule } from '@portal/authors';
import { IdentityModule } from '@portal/identity';
import { Database } from '@portal/platform/database';
import { judgeApplication, type ApplicationDecision } from './applications.js';
import { TestApp, type Answer } from './http-app.js';

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

/** The API with people who apply as authors, and a reviewer who decides. */
export class AuthorsWorld {
  /** Of the last person who applied: `Author <serial>`, `author<serial>@example.org`. */
  serial = 0;
  private constructor(
    readonly app: TestApp,
    readonly reviewer: string,
  ) {}

  static async start(): Promise<AuthorsWorld> {
    const app = await TestApp.start([IdentityModule, AuthorsModule]);
    return new AuthorsWorld(app, await app.demo('reviewer'));
  }

  close(): Promise<void> {
    return this.app.close();
  }

  query<R>(sql: string, params: unknown[] = []): Promise<R[]> {
    return this.app.get(Database).query<R>(sql, params);
  }

  post<T = Application>(as: string, url: string, body: object = {}): Promise<Answer<T>> {
    return this.app.call<T>({ method: 'POST', url: `/api/v1${url}`, body, as });
  }

  get<T>(as: string, url: string): Promise<Answer<T>> {
    return this.app.call<T>({ method: 'GET', url: `/api/v1${url}`, as });
  }

  /** Opens an application and judges it: every criterion passes, except one that does not, as the decision requires. */
  async takeUp(id: string, decision: ApplicationDecision = 'approve'): Promise<void> {
    await this.post(this.reviewer, `/review/applications/${id}/open`);
    await judgeApplication(
      (method, url, body) =>
        this.app.call({ method, url: `/api/v1${url}`, ...(body ? { body } : {}), as: this.reviewer }),
      id,
      decision,
    );
  }

  /** An author with a submitted application. */
  async applied(): Promise<{ author: string; application: Application; slug: string }> {
    const slug = `drive-number-${++this.serial}`;
    const author = await this.app.signUp(`author${this.serial}@example.org`, `Author ${this.serial}`);
    const made = await this.post(author, '/applications', answers(slug));
    const submitted = await this.post(author, `/applications/${made.data.id}/submit`);
    expect(submitted.status).toBe(200);
    return { author, application: submitted.data, slug };
  }

  async approved(): Promise<{ author: string; application: Application; driveId: string }> {
    const { author, application } = await this.applied();
    await this.takeUp(application.id);
    const decided = await this.post(this.reviewer, `/review/applications/${application.id}/decide`, MEETS);
    expect(decided.data.state).toBe('approved');
    const account = await this.get<{ drives: { id: string }[] }>(author, '/author/account');
    return { author, application, driveId: account.data.drives[0]!.id };
  }

  /** Signs the agreement as it stands. */
  async sign(author: string): Promise<Answer<Record<string, unknown>>> {
    const agreement = await this.get<{ version: string; digest: string }>(author, '/author/agreement');
    const { version, digest } = agreement.data;
    return this.post(author, '/author/agreement/sign', { version, digest, signed_name: 'Ada Author' });
  }
}
