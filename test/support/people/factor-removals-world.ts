import { IdentityModule, IdentityWorkerModule } from '@portal/identity';
import { Secret, TOTP } from 'otpauth';
import { Client } from 'pg';
import type { FactorRemovalView } from '../../../libs/identity/src/factor-removals/factor-removals.view.js';
import { RemoveFactors } from '../../../libs/identity/src/factor-removals/remove-factors.js';
import { eventually } from '../drives/changing-drives.js';
import { TestApp, type Answer } from '../http/http-app.js';
import { mailedTo, tokensMailedTo } from './mailed.js';
import { grantByTwo } from './staff-role.js';

export const REASON = 'Video call on Tuesday, passport shown';
export const REMOVALS = '/admin/second-factor-removals';
export const HOUR = 3_600_000;
export const DAY = 24 * HOUR;
const PASSWORD = 'a long test phrase';

/** A person whose second factor is on. */
export interface Enrolled {
  readonly email: string;
  readonly id: string;
  readonly cookie: string;
  readonly seed: string;
  readonly codes: string[];
}

interface OwnFactor {
  on: boolean;
  removal: { state: string; due_at: string } | null;
}

export const codeOf = ({ seed }: Enrolled): string => new TOTP({ secret: Secret.fromBase32(seed) }).generate();
export const outcome = ({ status, error }: Answer<unknown>): [number, string | undefined] => [status, error];

/** Identity with three admins, and people who lose their second factor. */
export class FactorRemovalsWorld {
  /** Sessions and ids of the admins. */
  first = '';
  second = '';
  third = '';
  firstId = '';
  secondId = '';
  thirdId = '';
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
    [world.firstId, world.secondId] = [await world.idOf(world.first), await world.idOf(world.second)];
    world.thirdId = await world.idOf(world.third);
    await grantByTwo(app, world.thirdId, 'admin');
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

  request(as: string, userId: string): Promise<Answer<{ id: string }>> {
    return this.post<{ id: string }>(as, REMOVALS, { user_id: userId, reason: REASON });
  }

  approve(as: string, id: string): Promise<Answer<{ due_at: string }>> {
    return this.post<{ due_at: string }>(as, `${REMOVALS}/${id}/approve`);
  }

  cancel(as: string, id: string): Promise<Answer<unknown>> {
    return this.post(as, `${REMOVALS}/${id}/cancel`, { reason: 'the phone was found' });
  }

  cancelOwn(as: string): Promise<Answer<unknown>> {
    return this.post(as, '/account/second-factor/removal/cancel');
  }

  cancelByLink(token: string | undefined): Promise<Answer<unknown>> {
    return this.post(undefined, '/auth/second-factor-removal/cancel', { token });
  }

  signIn(email: string): Promise<Answer<{ next: string; challenge: string }>> {
    return this.post<{ next: string; challenge: string }>(undefined, '/auth/sign-in', { email, password: PASSWORD });
  }

  /** Carries out due removals, as the job does. */
  run(): Promise<number> {
    return this.app.get(RemoveFactors).execute();
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

  /** The id of a request for the removal, made by the first admin. */
  async requested(person: Enrolled): Promise<string> {
    const { status, data, body } = await this.request(this.first, person.id);
    if (status !== 201) throw new Error(`not requested: ${status} ${body}`);
    return data.id;
  }

  /** The same, approved by the second. */
  async approved(person: Enrolled): Promise<string> {
    const id = await this.requested(person);
    const { status, body } = await this.approve(this.second, id);
    if (status !== 200) throw new Error(`not approved: ${status} ${body}`);
    return id;
  }

  async viewOf(id: string): Promise<FactorRemovalView | undefined> {
    const { data } = await this.get<{ items: FactorRemovalView[] }>(this.first, `${REMOVALS}?limit=100`);
    return data.items.find((one) => one.id === id);
  }

  async stateOf(id: string): Promise<[string | undefined, string | null | undefined]> {
    const view = await this.viewOf(id);
    return [view?.state, view?.cancelled_by];
  }

  async own(person: Enrolled): Promise<OwnFactor> {
    return (await this.get<OwnFactor>(person.cookie, '/account/second-factor')).data;
  }

  async isOn(userId: string): Promise<boolean> {
    return (await this.query('select 1 from identity.totp_factors where user_id = $1', [userId])).length === 1;
  }

  /** Entries of the audit log about the person: step, actor and reason. */
  async trailOf(userId: string): Promise<[string, string | null, string | null][]> {
    const rows = await this.query<{ action: string; actor_id: string | null; reason: string | null }>(
      `select action, actor_id, reason from platform.audit_log where subject_id = $1 and action like 'user.second_factor_removal_%' order by seq`,
      [userId],
    );
    return rows.map(({ action, actor_id, reason }) => [
      action.replace('user.second_factor_removal_', ''),
      actor_id,
      reason,
    ]);
  }

  async subjectsTo(email: string): Promise<string[]> {
    return (await mailedTo(this.app, email)).map(({ subject }) => subject);
  }

  /** The tokens of the links that cancel a removal. */
  async tokensTo(email: string): Promise<string[]> {
    return tokensMailedTo(this.app, email, /cancel-second-factor-removal\?token=(\w+)/);
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
