import { IdentityModule, IdentityWorkerModule } from '@portal/identity';
import { Secret, TOTP } from 'otpauth';
import { Client } from 'pg';
import type { ApprovalDetailView } from '../../../libs/approvals/src/approval.view.js';
import type { OwnFactorRemovalView } from '../../../libs/identity/src/recovery/account.view.js';
import { eventually } from '../drives/changing-drives.js';
import { TestApp, type Answer } from '../http/http-app.js';
import { mailedTo, tokensMailedTo } from './mailed.js';
import { grantByTwo } from './staff-role.js';

export const REASON = 'Video call on Tuesday, passport shown';
export const DAY = 24 * 3_600_000;
const PASSWORD = 'a long test phrase';

/** A person whose second factor is on. */
export interface Enrolled {
  readonly email: string;
  readonly id: string;
  readonly cookie: string;
  readonly seed: string;
  readonly codes: string[];
}

export const codeOf = ({ seed }: Enrolled): string => new TOTP({ secret: Secret.fromBase32(seed) }).generate();
export const outcome = ({ status, error }: Answer<unknown>): [number, string | undefined] => [status, error];

/** Identity with three admins, and people who lose their second factor. */
export class FactorRemovalsWorld {
  /** Sessions of the admins. */
  first = '';
  second = '';
  third = '';
  private serial = 0;
  private constructor(
    readonly app: TestApp,
    /** Writes as the owner of the tables. */
    readonly owner: Client,
  ) {}

  static async start(): Promise<FactorRemovalsWorld> {
    const app = await TestApp.start([IdentityModule, IdentityWorkerModule]);
    const owner = new Client({ connectionString: app.database.url });
    await owner.connect();
    const world = new FactorRemovalsWorld(app, owner);
    [world.first, world.second] = [await app.demo('admin'), await app.demo('second-admin')];
    world.third = await app.signUp('third@admins.example', 'Third Admin');
    await grantByTwo(app, await world.idOf(world.third), 'admin');
    return world;
  }

  async close(): Promise<void> {
    await this.owner.end();
    await this.app.close();
  }

  query<R>(sql: string, params: unknown[] = []): Promise<R[]> {
    return this.app.query<R>(sql, params);
  }

  get<T>(as: string, url: string): Promise<Answer<T>> {
    return this.app.ask<T>(as, 'GET', url);
  }

  post<T = Record<string, unknown>>(as: string | undefined, url: string, body: object = {}): Promise<Answer<T>> {
    return this.app.ask<T>(as, 'POST', url, body);
  }

  async idOf(as: string): Promise<string> {
    return (await this.get<{ user: { id: string } }>(as, '/me')).data.user.id;
  }

  propose(as: string, userId: string, reason = REASON): Promise<Answer<ApprovalDetailView>> {
    return this.post<ApprovalDetailView>(as, `/admin/users/${userId}/second-factor-removal`, { reason });
  }

  /** What the first admin proposed. */
  async proposed(person: Enrolled): Promise<ApprovalDetailView> {
    const { status, data, body } = await this.propose(this.first, person.id);
    if (status !== 201) throw new Error(`not proposed: ${status} ${body}`);
    return data;
  }

  approve(as: string, { id, digest }: ApprovalDetailView): Promise<Answer<unknown>> {
    return this.post(as, `/approvals/${id}/approve`, { digest });
  }

  async stateOf({ id }: ApprovalDetailView): Promise<string> {
    return (await this.get<ApprovalDetailView>(this.first, `/approvals/${id}`)).data.state;
  }

  stopByLink(token: string | undefined): Promise<Answer<unknown>> {
    return this.post(undefined, '/auth/second-factor-removal/cancel', { token });
  }

  signIn(email: string): Promise<Answer<{ next: string; challenge: string }>> {
    return this.post<{ next: string; challenge: string }>(undefined, '/auth/sign-in', { email, password: PASSWORD });
  }

  /** Signs in with the password, then a code. */
  async enter({ email }: Enrolled, code: string | undefined): Promise<Answer<unknown>> {
    const { challenge } = (await this.signIn(email)).data;
    return this.post(undefined, '/auth/second-factor', { challenge, code });
  }

  later(ms: number): Promise<unknown> {
    return this.owner.query('update platform.test_clock set offset_ms = offset_ms + $1', [ms]);
  }

  async enrolled(): Promise<Enrolled> {
    const email = `lost${++this.serial}@people.example`;
    const cookie = await this.app.signUp(email, `Person ${this.serial}`);
    const { data } = await this.post<{ secret: string }>(cookie, '/account/second-factor/start');
    const code = new TOTP({ secret: Secret.fromBase32(data.secret) }).generate();
    const confirmed = await this.post<{ codes: string[] }>(cookie, '/account/second-factor/confirm', { code });
    const id = await this.idOf(cookie);
    // Makes a current code usable again, so that a test need not wait for the next one.
    await this.query('update identity.totp_factors set last_step = last_step - 3 where user_id = $1', [id]);
    return { email, id, cookie, seed: data.secret, codes: confirmed.data.codes };
  }

  async own(cookie: string): Promise<{ on: boolean; removal: OwnFactorRemovalView | null }> {
    return (await this.get<{ on: boolean; removal: OwnFactorRemovalView | null }>(cookie, '/account/second-factor'))
      .data;
  }

  async isOn(userId: string): Promise<boolean> {
    return (await this.query('select 1 from identity.totp_factors where user_id = $1', [userId])).length === 1;
  }

  async subjectsTo(email: string): Promise<string[]> {
    return (await mailedTo(this.app, email)).map(({ subject }) => subject);
  }

  /** The token of the last link that stops a removal. */
  async tokenTo(email: string): Promise<string | undefined> {
    return (await tokensMailedTo(this.app, email, /cancel-second-factor-removal\?token=(\w+)/)).at(-1);
  }

  /** Resolves when a statement waits for a lock. */
  waiting(): Promise<unknown> {
    return eventually(
      'a statement that waits',
      () =>
        // Only of this database: other tests use the same server.
        this.query(
          `select 1 from pg_locks l join pg_stat_activity a using (pid) where not l.granted and a.datname = current_database()`,
        ),
      (found) => found.length > 0,
    );
  }
}
