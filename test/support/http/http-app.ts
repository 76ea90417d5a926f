import { randomUUID } from 'node:crypto';
import 'reflect-metadata';
import type { DynamicModule, Type } from '@nestjs/common';
import type { NestFastifyApplication } from '@nestjs/platform-fastify';
import { PlatformHttpModule, PlatformModule } from '@portal/platform';
import { AuthorsModule, PublishAgreement } from '@portal/authors';
import { Config } from '@portal/platform/config';
import { bypassRowSecurity, Database } from '@portal/platform/database';
import { createHttpApp } from '@portal/platform/http';
import { LOGGER } from '@portal/platform/logging';
import { Client } from 'pg';
import type { Logger } from 'pino';
import { testConfig } from '../config.js';
import { createTestDatabase, type TestDatabase } from '../database/database.js';
import { LostAnswers } from './lost-answers.js';
import { WatchedAnswers } from './watched-answers.js';

export interface Answer<T = Record<string, unknown>> {
  status: number;
  headers: Record<string, string | string[] | number | undefined>;
  /** `data` of a success envelope. */
  data: T;
  /** Code of a failure envelope, undefined on success. */
  error: string | undefined;
  body: string;
}

export interface Call {
  method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';
  url: string;
  body?: object;
  /** A session cookie (`name=value`) or `Bearer …`. */
  as?: string;
  headers?: Record<string, string>;
}

/** The HTTP application with the given features on a database of its own; requests do not leave the process. */
export class TestApp {
  app!: NestFastifyApplication;
  database!: TestDatabase;
  /** Requests to which the database denied a right: a fault of the product, whatever the test checks. */
  private readonly denied: string[] = [];
  private lost!: LostAnswers;
  private answers!: WatchedAnswers;

  private constructor(
    private readonly features: (Type | DynamicModule)[],
    private readonly environment: NodeJS.ProcessEnv,
    private readonly given?: TestDatabase,
  ) {}

  /** On a database of its own, or on one that outlives it. */
  static async start(
    features: (Type | DynamicModule)[],
    environment: NodeJS.ProcessEnv = {},
    database?: TestDatabase,
  ): Promise<TestApp> {
    const made = new TestApp(features, environment, database);
    await made.begin();
    return made;
  }

  /** Started before the tests of this file and closed after them. Its functions may be taken out at once. */
  static ofSpec(features: (Type | DynamicModule)[], environment: NodeJS.ProcessEnv = {}): TestApp {
    const made = new TestApp(features, environment);
    beforeAll(() => made.begin());
    afterAll(() => made.close());
    return made;
  }

  /** One more process, so to speak: the same features on the same database. Close it before the first. */
  anotherInstance(environment: NodeJS.ProcessEnv = {}): Promise<TestApp> {
    return TestApp.start(this.features, environment, this.database);
  }

  private async begin(): Promise<void> {
    this.database = this.given ?? (await createTestDatabase());
    class TestAppModule {}
    const platform = PlatformModule.forRoot(testConfig(this.database.url, this.environment), 'test');
    const module = { module: TestAppModule, imports: [platform, PlatformHttpModule, ...this.features] };
    this.app = await createHttpApp(module);
    this.answers = new WatchedAnswers(this.app);
    await this.app.init();
    await this.app.getHttpAdapter().getInstance().ready();
    await this.publishAgreement();
    this.lost = new LostAnswers(this.app);
    const log = this.app.get<Logger>(LOGGER);
    const error = log.error.bind(log) as (fields: object, text: string) => void;
    log.error = ((fields: { method?: string; route?: string }, text: string) => {
      if (text === 'the database denied a right') this.denied.push(`${fields.method} ${fields.route}`);
      error(fields, text);
    }) as Logger['error'];
  }

  /** As at the start of every demonstration: authors have something to sign. */
  private async publishAgreement(): Promise<void> {
    if (!this.features.includes(AuthorsModule) || !this.app.get(Config).demo) return;
    await bypassRowSecurity(() => this.get(PublishAgreement).ensureDemo());
  }

  get<T>(token: string | (abstract new (...args: never[]) => T)): T {
    return this.app.get<T>(token, { strict: false });
  }

  async call<T = Record<string, unknown>>({ method, url, body, as, headers = {} }: Call): Promise<Answer<T>> {
    const credentials: Record<string, string> =
      as === undefined ? {} : as.startsWith('Bearer ') ? { authorization: as } : { cookie: as };
    const key = randomUUID();
    const send = () =>
      this.app.inject({
        method,
        url,
        // As pages call: whatever changes something has a key of its own.
        headers: { ...(method !== 'GET' && { 'idempotency-key': key }), ...credentials, ...headers },
        ...(body === undefined ? {} : { payload: body }),
      });
    const reply = await ('idempotency-key' in headers ? send() : this.lost.repeating(method, url, key, send));
    const parsed = reply.headers['content-type']?.toString().startsWith('application/json')
      ? (JSON.parse(reply.body) as { data?: T; error?: string })
      : {};
    return {
      status: reply.statusCode,
      headers: reply.headers,
      data: parsed.data as T,
      error: parsed.error,
      body: reply.body,
    };
  }

  /** A request to the API. @param path below /api/v1 */
  ask<T = Record<string, unknown>>(
    as: string | undefined,
    method: Call['method'],
    path: string,
    body?: object,
    headers?: Record<string, string>,
  ): Promise<Answer<T>> {
    const given = { ...(as !== undefined && { as }), ...(body && { body }), ...(headers && { headers }) };
    return this.call<T>({ method, url: `/api/v1${path}`, ...given });
  }

  query = <R>(sql: string, params: unknown[] = []): Promise<R[]> => this.get(Database).query<R>(sql, params);

  /** Actions about the subject in the audit log, in their order; those like `like` alone. */
  audited = async (subjectId: string, like = '%'): Promise<string[]> => {
    const sql = 'select action from platform.audit_log where subject_id = $1 and action like $2 order by seq';
    return (await this.query<{ action: string }>(sql, [subjectId, like])).map(({ action }) => action);
  };

  /**
   * As the owner of the tables, and past what freezes rows, so that a test has what only time or other releases bring
   * about.
   */
  byOwner = async (sql: string, params: unknown[] = []): Promise<void> => {
    const owner = new Client({ connectionString: this.database.url });
    await owner.connect();
    try {
      await owner.query('begin');
      const { rows } = await owner.query<{ table: string; name: string }>(
        `select tgrelid::regclass::text as "table", tgname as name from pg_trigger
         where position(tgrelid::regclass::text || ' ' in $1) > 0 and tgname in ('as_made', 'frozen', 'set_once', 'state_order', 'terms_kept')`,
        [sql],
      );
      for (const { table, name } of rows) await owner.query(`alter table ${table} disable trigger ${name}`);
      await owner.query(sql, params);
      for (const { table, name } of rows) await owner.query(`alter table ${table} enable trigger ${name}`);
      await owner.query('commit');
    } finally {
      await owner.end();
    }
  };

  read = <T = Record<string, unknown>>(path: string, as?: string): Promise<Answer<T>> => this.ask<T>(as, 'GET', path);

  post = <T = Record<string, unknown>>(path: string, body: object, as?: string, headers = {}): Promise<Answer<T>> =>
    this.ask<T>(as, 'POST', path, body, headers);

  remove = (path: string, as?: string): Promise<Answer> => this.ask(as, 'DELETE', path);

  /** One-click sign-in; returns the session cookie. */
  async demo(person: string): Promise<string> {
    return cookieOf(await this.call({ method: 'POST', url: '/api/v1/demo/sign-in', body: { person } }));
  }

  /** A new account; returns its session cookie. */
  async signUp(email: string, name = 'Test Person'): Promise<string> {
    const password = 'a long test phrase';
    await this.call({ method: 'POST', url: '/api/v1/auth/sign-up', body: { email, password, name } });
    return cookieOf(await this.call({ method: 'POST', url: '/api/v1/auth/sign-in', body: { email, password } }));
  }

  /** The person accepts whatever tenants the host invites them to operate. */
  async operateInvited(as: string): Promise<void> {
    const path = '/account/operator-invitations';
    for (const { id } of (await this.read<{ items: { id: string }[] }>(path, as)).data.items)
      await this.post(`${path}/${id}/accept`, {}, as);
  }

  /**
   * @throws Error when the database denied a right to any request (a use case lacks a scope, or a table a policy), or when
   * docs/openapi.json does not describe an answer
   */
  async close(): Promise<void> {
    await this.app.close();
    if (!this.given) await this.database.drop();
    if (this.denied.length > 0) throw new Error(`the database denied a right to ${this.denied.join(', ')}`);
    this.answers.mustBeDescribed();
    this.lost.mustHaveSucceeded();
  }
}

/** `name=value` of the first Set-Cookie. */
export function cookieOf(answer: Answer<unknown>): string {
  const header = answer.headers['set-cookie'];
  const first = Array.isArray(header) ? header[0] : header;
  if (typeof first !== 'string') throw new Error(`no cookie in the answer: ${answer.status} ${answer.body}`);
  return first.split(';')[0]!;
}
