import { spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { SystemClock, SystemRandom } from '@portal/kernel';
import { Client } from 'pg';

const PREFIX = 'portal_simulation';
/** A database older than this belongs to a killed simulation; a younger one does if nothing is connected to it. */
const LEFT_BEHIND_MS = 2 * 3_600_000;
const ABANDONED_MS = 5 * 60_000;
const TEMPLATE_LOCK = 0x73696d75;
const MIGRATE = path.resolve(__dirname, '../../../../apps/migrate/src');

const wallMs = (): number => new SystemClock().wallNow().getTime();

/** A database for one simulation. `drop` closes its connections. */
interface ThrowawayDatabase {
  readonly url: string;
  drop(): Promise<void>;
}

/**
 * Copies a migrated database on the server of `serverUrl`, whose user may create databases. The template is migrated
 * once per schema and kept; databases of killed simulations and older schemas are dropped.
 */
export async function createThrowawayDatabase(serverUrl: string): Promise<ThrowawayDatabase> {
  const template = `${PREFIX}_template_${schemaHash()}`;
  const random = Buffer.from(new SystemRandom().bytes(4)).toString('hex');
  const name = `${PREFIX}_${wallMs()}_${random}`;
  await onServer(serverUrl, async (client) => {
    await sweep(client, template);
    // One process creates the template, and no one copies it before it is ready.
    await client.query('select pg_advisory_lock($1)', [TEMPLATE_LOCK]);
    try {
      await makeTemplate(client, serverUrl, template);
      await client.query(`create database "${name}" template "${template}"`);
    } finally {
      await client.query('select pg_advisory_unlock($1)', [TEMPLATE_LOCK]);
    }
  });
  return {
    url: urlOf(serverUrl, name),
    drop: () =>
      onServer(serverUrl, async (client) => {
        await client.query(`drop database if exists "${name}" with (force)`);
      }),
  };
}

async function makeTemplate(client: Client, serverUrl: string, template: string): Promise<void> {
  const { rows } = await client.query('select datistemplate from pg_database where datname = $1', [template]);
  const [known] = rows as { datistemplate: boolean }[];
  if (known?.datistemplate) return;
  if (known) await client.query(`drop database "${template}" with (force)`);
  await client.query(`create database "${template}" encoding 'UTF8' template template0`);
  await migrate(urlOf(serverUrl, template));
  await client.query(`alter database "${template}" is_template true`);
}

async function sweep(client: Client, template: string): Promise<void> {
  const { rows } = await client.query(
    `select datname, datistemplate, exists (select 1 from pg_stat_activity a where a.datname = d.datname) as used
     from pg_database d where starts_with(datname, $1) and datname <> $2`,
    [`${PREFIX}_`, template],
  );
  for (const { datname, datistemplate, used } of rows as { datname: string; datistemplate: boolean; used: boolean }[]) {
    const made = /^portal_simulation_(\d{13})_[0-9a-f]{8}$/.exec(datname);
    const old = made ? wallMs() - Number(made[1]) > (used ? LEFT_BEHIND_MS : ABANDONED_MS) : datistemplate;
    if (!old) continue;
    if (datistemplate) await client.query(`alter database "${datname}" is_template false`).catch(() => undefined);
    await client.query(`drop database if exists "${datname}" with (force)`).catch(() => undefined);
  }
}

/** The name depends on the schema, so that an older template is not used. */
function schemaHash(): string {
  const hash = createHash('sha256');
  for (const folder of [MIGRATE, path.resolve(MIGRATE, '../../../db')])
    for (const file of readdirSync(folder, { recursive: true, encoding: 'utf8' }).sort())
      if (/\.(?:[jt]s|sql)$/.test(file)) hash.update(file).update(readFileSync(path.join(folder, file)));
  return hash.digest('hex').slice(0, 12);
}

function migrate(url: string): Promise<void> {
  return new Promise((resolve, reject) => {
    const child = spawn(process.execPath, [path.join(MIGRATE, 'main.js')], {
      env: { ...process.env, DATABASE_URL: url },
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    let output = '';
    child.stdout.on('data', (chunk: Buffer) => (output += chunk.toString()));
    child.stderr.on('data', (chunk: Buffer) => (output += chunk.toString()));
    child.once('error', reject);
    child.once('close', (code) => (code === 0 ? resolve() : reject(new Error(`migration failed: ${output.trim()}`))));
  });
}

function urlOf(serverUrl: string, database: string): string {
  const url = new URL(serverUrl);
  url.pathname = `/${database}`;
  return url.href;
}

async function onServer(serverUrl: string, work: (client: Client) => Promise<void>): Promise<void> {
  const client = new Client({ connectionString: serverUrl });
  client.on('error', () => undefined);
  await client.connect();
  try {
    await work(client);
  } finally {
    await client.end();
  }
}
