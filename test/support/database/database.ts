import { randomBytes } from 'node:crypto';
import { Client } from 'pg';
import { World } from '../world.js';

/** A database of its own for one test file. `drop` ends whatever is still connected to it. */
export interface TestDatabase {
  readonly url: string;
  drop(): Promise<void>;
}

/** URL of the migrated template; set by test/support/global-setup.cjs. */
function templateUrl(): URL {
  const url = process.env['TEST_DATABASE_URL'];
  if (!url)
    throw new Error('TEST_DATABASE_URL is not set: the Jest project of this test lacks test/support/global-setup.cjs');
  return new URL(url);
}

/** As api and worker log in to a database whose owner's address is given; any other address as it is. */
export function asLogin(databaseUrl: string): string {
  const [url, login] = [new URL(databaseUrl), process.env['TEST_LOGIN_URL']];
  if (!login || url.host !== templateUrl().host || url.username !== templateUrl().username) return databaseUrl;
  const { username, password } = new URL(login);
  return Object.assign(url, { username, password }).href;
}

/** Runs one statement outside the template: nobody may be connected to it while it is copied. */
async function onServer(statement: string): Promise<void> {
  const url = templateUrl();
  url.pathname = '/postgres';
  const client = new Client({ connectionString: url.href });
  client.on('error', () => undefined);
  await client.connect();
  try {
    await client.query(statement);
  } finally {
    await client.end();
  }
}

/**
 * Copies the migrated template database. Safe with several Jest workers at once: each copy has a random name that
 * starts with the template's, so that the end of the run removes leftovers of a killed test.
 */
export function createTestDatabase(): Promise<TestDatabase> {
  return copyOf(templateUrl().pathname.slice(1));
}

/** A database with nothing in it, for programs that create their own tables: the payment sandbox. */
export function createEmptyDatabase(): Promise<TestDatabase> {
  return copyOf('template0');
}

/** A copy of a database without connections, like a restored backup. */
export function copyDatabase(database: TestDatabase): Promise<TestDatabase> {
  return copyOf(new URL(database.url).pathname.slice(1));
}

// As files: a fifth of the cost of a copy through the log, which is the server's default.
async function copyOf(from: string): Promise<TestDatabase> {
  const url = templateUrl();
  const name = `${url.pathname.slice(1)}_${randomBytes(6).toString('hex')}`;
  await onServer(`create database "${name}" encoding 'UTF8' template "${from}" strategy file_copy`);
  url.pathname = `/${name}`;
  return { url: url.href, drop: () => onServer(`drop database if exists "${name}" with (force)`) };
}

/** A database of its own for the tests of a file, and the owner of its tables. */
export class OwnDatabase extends World {
  url = '';
  owner!: Client;
  private database!: TestDatabase;

  async begin(): Promise<void> {
    this.database = await createTestDatabase();
    this.url = this.database.url;
    this.owner = new Client({ connectionString: this.url });
    await this.owner.connect();
  }

  protected async cleanUp(): Promise<void> {
    await this.owner.end();
    await this.database.drop();
  }
}
