import { randomBytes } from 'node:crypto';
import { Global, Module } from '@nestjs/common';
import { Client } from 'pg';
import type { Logger } from 'pino';
import { asLogin, createTestDatabase, type TestDatabase } from '../../../../../test/support/database/database.js';
import { PRODUCTION, testConfig } from '../../../../../test/support/config.js';
import { Authenticator } from '../../access/access.js';
import { ConfigError } from '../../config/variables.js';
import { createHttpApp } from '../../http/create-http-app.js';
import { PlatformHttpModule, PlatformModule } from '../../index.js';
import { APP_ROLE, CALLER_ROLE, createDataSource } from '../connection/data-source.js';
import { Database } from '../database.js';
import { LoginRole } from './login-role.js';

const password = randomBytes(8).toString('hex');
const mark = randomBytes(4).toString('hex');
const named = (name: string): string => `portal_test_${name}_${mark}`;

let db: TestDatabase;
let owner: Client;
beforeAll(async () => {
  db = await createTestDatabase();
  owner = new Client({ connectionString: db.url });
  await owner.connect();
});
const made: string[] = [];
afterAll(async () => {
  await owner.query(`drop table if exists platform.planted`);
  for (const role of made.reverse()) {
    await owner.query(`drop owned by ${role}`);
    await owner.query(`drop role ${role}`);
  }
  await owner.end();
  await db.drop();
});

/** A login role; `more` are statements for it. */
async function role(name: string, attributes = '', ...more: string[]): Promise<string> {
  const full = named(name);
  await owner.query(`create role ${full} login noinherit ${attributes} password '${password}'`);
  made.push(full);
  await owner.query(`grant ${APP_ROLE}, ${CALLER_ROLE} to ${full}`);
  for (const statement of more) await owner.query(statement);
  const url = new URL(db.url);
  return Object.assign(url, { username: full, password }).href;
}

/** Result of a start in the given mode: the warning or the refusal. */
async function start(url: string, environment: NodeJS.ProcessEnv = PRODUCTION): Promise<string | undefined> {
  const source = createDataSource({ url, pool: 1, waitMs: 60_000, applicationName: 'test', role: CALLER_ROLE });
  const said: string[] = [];
  try {
    await source.initialize();
    const log = { warn: (text: string) => said.push(text) } as unknown as Logger;
    await new LoginRole(testConfig(db.url, environment), new Database(source), log).onModuleInit();
    return said[0];
  } catch (error) {
    if (!(error instanceof ConfigError)) throw error;
    return error.problems[0];
  } finally {
    await source.destroy();
  }
}

it.each([
  ['a superuser', 'superuser', 'superuser', /which is a superuser/],
  ['one who makes roles', 'maker', 'createrole', /which can create roles\./],
  ['one whom no policy holds', 'bypasser', 'bypassrls', /which bypasses row-level security\./],
])('%s is refused in production, and named in a sandbox', async (_name, name, attributes, what) => {
  const url = await role(name, attributes);
  const refusal = await start(url);
  expect(refusal).toMatch(what);
  expect(refusal).toContain(named(name));
  expect(refusal).toContain('migrate makes the one of PORTAL_DATABASE_URL');
  expect(refusal).not.toContain(password);
  expect(await start(url, {})).toBe(`${refusal} Production would not start.`);
});

it.each([
  [
    'a table',
    'table',
    (name: string) => [`create table platform.planted ()`, `alter table platform.planted owner to ${name}`],
  ],
  ['a schema', 'schema', (name: string) => [`create schema ${name} authorization ${name}`]],
  [
    'a function',
    'function',
    (name: string) => [
      `create function public.${name}() returns int language sql as 'select 1'`,
      `alter function public.${name}() owner to ${name}`,
    ],
  ],
])('the owner of %s is refused', async (_name, name, statements) => {
  expect(await start(await role(name, '', ...statements(named(name))))).toMatch(/which owns tables, functions/);
});

it('a role that can become a refused one, or a server role that bypasses rights, is refused', async () => {
  const strong = named('strong');
  await owner.query(`create role ${strong} createrole bypassrls`);
  made.push(strong);
  expect(await start(await role('member', '', `grant ${strong} to ${named('member')}`))).toContain(
    `which can become ${strong}, which can create roles and bypasses row-level security`,
  );
  expect(await start(await role('reader', '', `grant pg_read_all_data to ${named('reader')}`))).toContain(
    'which can become pg_read_all_data, which reaches past the rights of tables',
  );
});

it('the role that migrate creates starts without a warning, and has no rights until it switches', async () => {
  expect([await start(asLogin(db.url)), await start(asLogin(db.url), {})]).toEqual([undefined, undefined]);
  const client = new Client({ connectionString: asLogin(db.url) });
  await client.connect();
  try {
    await expect(client.query('select from identity.users')).rejects.toThrow('permission denied');
    await client.query(`set role ${CALLER_ROLE}`);
    await client.query('reset role');
    for (const statement of [
      'alter table identity.users disable row level security',
      'drop table platform.audit_log',
      'create role planted',
      `set role ${owner.user!}`,
      'create table public.planted ()',
    ])
      await expect(client.query(statement)).rejects.toThrow(/permission denied|must be owner/);
  } finally {
    await client.end();
  }
});

it('the whole application refuses to start with a refused role', async () => {
  const everybody = { authenticate: () => Promise.resolve(null) };
  @Global()
  @Module({ providers: [{ provide: Authenticator, useValue: everybody }], exports: [Authenticator] })
  class Nobody {}
  class Strong {}
  const url = await role('starting', 'createrole');
  const imports = [PlatformModule.forRoot(testConfig(url, PRODUCTION), 'test'), PlatformHttpModule, Nobody];
  const app = await createHttpApp({ module: Strong, imports } as Parameters<typeof createHttpApp>[0]);
  await expect(app.init()).rejects.toThrow('which can create roles');
  await app.close();
});
