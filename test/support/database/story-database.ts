import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { Client } from 'pg';
import { copyDatabase, createTestDatabase, type TestDatabase } from './database.js';
import { eventually } from '../test-timeout.js';
import { PortalProcess, temporaryDataDir } from '../browser/portal.js';
import { runDemo, type StoryRun } from '../browser/story.js';

/** A portal's files besides its database, and the output of the story. */
interface StoryFiles {
  readonly story: StoryRun;
  /** `instance.json` of its data directory: the keys that decrypt values of the database. */
  readonly settings: Readonly<Record<string, unknown>>;
  /** Its logs by file name. */
  readonly logs: Readonly<Record<string, string>>;
}

/** A database in which the story was run, and its files. */
interface StoryDatabase {
  readonly database: TestDatabase;
  readonly files: StoryFiles;
}

/** How the log of the story ends: it gives the test clock back. */
const LAST_CALL = '"method":"DELETE","path":"/api/v1/sandbox/clock/lease/';

/** Settings of the portal that belong to the run and not to its data: the next one takes a free port. */
const OF_THE_RUN = new Set(['drive_port']);

/**
 * A copy of the database in which the story was run. It is run once in a run of the tests, by the first caller;
 * others wait meanwhile. A portal's files are in the comment of the database, and are created and dropped with it.
 */
export async function createStoryDatabase(): Promise<StoryDatabase> {
  const url = new URL(process.env['TEST_DATABASE_URL']!);
  const name = `${url.pathname.slice(1)}_story`;
  url.pathname = '/postgres';
  const client = new Client({ connectionString: url.href });
  await client.connect();
  try {
    // Locked by this connection: when its process dies, the next one tries.
    await client.query('select pg_advisory_lock(hashtext($1))', [name]);
    const files = (await readStory(client, name)) ?? (await runStory(client, name));
    url.pathname = `/${name}`;
    const drop = (): Promise<void> => Promise.reject(new Error(`${name} is everybody's`));
    return { database: await copyDatabase({ url: url.href, drop }), files };
  } finally {
    await client.end();
  }
}

/** Puts the files of the portal of the story into the data directory of the next one. */
export function restoreFiles({ settings, logs }: StoryFiles, dataDir: string): void {
  writeFileSync(path.join(dataDir, 'instance.json'), JSON.stringify(settings), { mode: 0o600 });
  mkdirSync(path.join(dataDir, 'logs'));
  for (const [file, text] of Object.entries(logs)) writeFileSync(path.join(dataDir, 'logs', file), text);
}

async function readStory(client: Client, name: string): Promise<StoryFiles | undefined> {
  const { rows } = await client.query<{ text: string | null }>(
    `select shobj_description(oid, 'pg_database') as text from pg_database where datname = $1`,
    [name],
  );
  return rows[0]?.text ? (JSON.parse(rows[0].text) as StoryFiles) : undefined;
}

async function runStory(client: Client, name: string): Promise<StoryFiles> {
  const database = await createTestDatabase();
  const data = temporaryDataDir();
  try {
    const portal = PortalProcess.start(data.path, { DATABASE_URL: database.url });
    let story: StoryRun;
    try {
      story = await runDemo((await portal.ready()).url);
      // Processes write in batches, and the last output is lost when they are stopped.
      await eventually(
        'the log of the story is written',
        () => Promise.resolve(logsIn(data.path)['api.log']!.includes(LAST_CALL)),
        (written) => written || story.exitCode !== 0,
      );
    } finally {
      await portal.stop();
    }
    if (story.exitCode !== 0) throw new Error(story.printed);
    const files: StoryFiles = { story, settings: settingsIn(data.path), logs: logsIn(data.path) };
    // The comment is the last step: a database without one was left half made.
    await client.query(`drop database if exists "${name}" with (force)`);
    await client.query(`alter database "${new URL(database.url).pathname.slice(1)}" rename to "${name}"`);
    await client.query(`comment on database "${name}" is ${client.escapeLiteral(JSON.stringify(files))}`);
    return files;
  } catch (error) {
    await database.drop();
    throw error;
  } finally {
    data.remove();
  }
}

function settingsIn(dataDir: string): Record<string, unknown> {
  const all = JSON.parse(readFileSync(path.join(dataDir, 'instance.json'), 'utf8')) as Record<string, unknown>;
  return Object.fromEntries(Object.entries(all).filter(([key]) => !OF_THE_RUN.has(key)));
}

function logsIn(dataDir: string): Record<string, string> {
  const folder = path.join(dataDir, 'logs');
  return Object.fromEntries(readdirSync(folder).map((file) => [file, readFileSync(path.join(folder, file), 'utf8')]));
}
