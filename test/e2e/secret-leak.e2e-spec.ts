import { createHmac } from 'node:crypto';
import { readdirSync, readFileSync, statSync } from 'node:fs';
import path from 'node:path';
import { Secret, TOTP } from 'otpauth';
import type { Client } from 'pg';
import { ChangingDrives, type ChangingDrive } from '../support/drives/changing-drives.js';
import { describeWith } from '../support/needs.js';
import { eventually } from '../support/test-timeout.js';
import { PERMISSIONS } from '../support/http/permissions.js';
import { Person } from '../support/http/person.js';
import type { ReadyPortal } from '../support/browser/portal.js';
import { environmentOf } from '../support/processes/processes.js';
import { RedisMonitor } from '../support/processes/redis-monitor.js';
import { authorOf, runDemo } from '../support/browser/story.js';
import { TestPortal } from '../support/browser/test-portal.js';
import { mailedInSandbox } from '../support/money/mailed-in-sandbox.js';

const API = '/api/v1';
const PASSWORD = 'canary-Phrase-9f2e-of-nobody-else';
const NEW_PASSWORD = 'canary-Other-51c7-of-nobody-else';
/** A secret in a log, a table or an answer may have been written in any of these ways. */
const FORMS: Readonly<Record<string, (text: string) => string>> = {
  plain: (text) => text,
  base64: (text) => Buffer.from(text).toString('base64').replace(/=+$/, ''),
  base64url: (text) => Buffer.from(text).toString('base64url'),
  hex: (text) => Buffer.from(text).toString('hex'),
  url: (text) => encodeURIComponent(text),
};

interface Needle {
  readonly what: string;
  readonly text: string;
  /** Shown in its mail, and there alone. */
  readonly mailed: boolean;
}

/** Known secrets: values shown once, typed or received by a person, and settings of the processes. */
class PlantedSecrets {
  readonly needles: Needle[] = [];
  readonly names: string[] = [];

  plant(name: string, secret: string | undefined, mailed = false): void {
    if (secret === undefined || secret.length < 10) throw new Error(`${name} is no secret to look for: ${secret}`);
    this.names.push(name);
    const forms = Object.entries(FORMS).map(([form, write]) => ({
      what: `${name} (${form})`,
      text: write(secret),
      mailed,
    }));
    for (const one of forms) if (!this.needles.some(({ text }) => text === one.text)) this.needles.push(one);
  }

  /** The names of those in `text`; in the place that shows mail, tokens of links are where they belong. */
  in(text: string, showsMail = false): string[] {
    return this.needles.filter((one) => text.includes(one.text) && !(showsMail && one.mailed)).map(({ what }) => what);
  }
}

describe('planted secrets', () => {
  const planted = new PlantedSecrets();
  const redisUrl = process.env['TEST_REDIS_URL'] && new URL('/3', process.env['TEST_REDIS_URL']).href;
  let redis: RedisMonitor | undefined;
  beforeAll(async () => {
    if (redisUrl) redis = await RedisMonitor.of(redisUrl);
  });
  const portal = TestPortal.forTests({
    settings: () => ({
      SANDBOX_DRIVE_PORTS: '1024-65535',
      LOG_LEVEL: 'debug',
      ...(redisUrl && { REDIS_URL: redisUrl }),
    }),
  });
  let db: Client;
  let ready: ReadyPortal;
  let world: ChangingDrives;
  let drive: ChangingDrive;
  let canary: Person;
  /** Tokens of mailed links, by their page. */
  const links = new Map<string, string>();

  beforeAll(async () => {
    ({ db, ready } = portal);
    await plant();
    const story = await runDemo(ready.url);
    expect([story.verdict['story'], story.printed]).toEqual(['passed', expect.any(String)]);
    planted.plant('password of the story', authorOf(story).password);
  });
  afterAll(() => redis?.stop());

  /** Goes through whatever shows, takes or makes a secret, and remembers each. */
  async function plant(): Promise<void> {
    const environment = environmentOf(ready.processes['api']!);
    for (const name of ['STRIPE_SECRET_KEY', 'STRIPE_WEBHOOK_SECRET', 'STRIPE_CONNECT_WEBHOOK_SECRET', 'KEYRING']) {
      const value = environment[name];
      planted.plant(name, name === 'KEYRING' ? value?.split(',')[0]?.split(':').at(-1) : value);
    }

    const email = 'canary@people.example';
    canary = await Person.signIn(ready.url, email, PASSWORD, 'Cana Ry');
    planted.plant('password', PASSWORD);
    const signedIn = await fetch(`${ready.url}${API}/auth/sign-in`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ email, password: PASSWORD }),
    });
    planted.plant('session', signedIn.headers.getSetCookie()[0]?.split(';')[0]?.split('=').slice(1).join('='));
    // A wrong one is a secret too: mostly it is the right one of another place.
    planted.plant('mistyped password', `${PASSWORD}-mistyped`);
    await canary.once('POST', `${API}/auth/sign-in`, { email, password: `${PASSWORD}-mistyped` });
    await canary.must('POST', `${API}/account/password`, { current_password: PASSWORD, password: NEW_PASSWORD });
    planted.plant('changed password', NEW_PASSWORD);
    canary = await Person.signIn(ready.url, email, NEW_PASSWORD);
    const { secret: seed } = await canary.must<{ secret: string }>('POST', `${API}/account/second-factor/start`, {});
    planted.plant('seed of the second factor', seed);
    const code = new TOTP({ secret: Secret.fromBase32(seed) }).generate();
    const { codes } = await canary.must<{ codes: string[] }>('POST', `${API}/account/second-factor/confirm`, { code });
    for (const [n, one] of codes.slice(0, 3).entries()) planted.plant(`recovery code ${n}`, one);

    await plantLinks(email);
    world = await ChangingDrives.of(portal);
    drive = await world.listed('canary-drive', { drive: { pricing_tier: 'free' } });
    planted.plant('signing secret', drive.secret);
    const [venture] = await world.ventures();
    const install = await world.installed(drive.slug, venture!.id);
    await world.operator.must('POST', `${API}/operator/installs/${install}/refresh`);
    planted.plant('scoped token of an install', await scopedToken(install));
    const { author, admin } = world;
    const { user } = await canary.must<{ user: { id: string } }>('GET', `${API}/me`);
    const asked = { reason: 'Lost the phone and the codes, seen in person.' };
    await admin.must('POST', `${API}/admin/users/${user.id}/second-factor-removal`, asked);
    const stop = { token: await plantLink('cancel-second-factor-removal', email) };
    await new Person(ready.url, 'reader of mail').must('POST', `${API}/auth/second-factor-removal/cancel`, stop);
    const made = (path: string, body: object) => author.must<{ secret: string }>('POST', `${API}${path}`, body);
    const token = await made('/author/api-tokens', { name: 'ci', member_role: 'developer', access: 'write' });
    planted.plant('token of an organisation', token.secret);
    // It is used, and sent where it does not belong.
    const bearer = new Person(ready.url, 'ci', token.secret);
    await bearer.must('GET', `${API}/author/drives`);
    await bearer.once('GET', `${API}/author/drives/${token.secret}`);
    await bearer.once('POST', `${API}/auth/sign-in`, { email: token.secret, password: token.secret });
    await bearer.once('POST', `${API}/author/webhooks`, { url: token.secret, [token.secret]: token.secret });
    const host = await admin.must<{ secret: string }>('POST', `${API}/admin/host-tokens`, {
      name: 'provisioning',
      scopes: ['tenants:read'],
    });
    planted.plant('token of the host', host.secret);
    const hook = await made('/author/webhooks', {
      url: `${drive.drive.url}/hooks`,
      description: 'Our pager',
      event_types: ['version.held'],
    });
    planted.plant('secret of a webhook', hook.secret);
    const rotated = await made(`/author/drives/${drive.driveId}/keys/rotate`, {
      mode: 'overlap',
      reason: 'Rotated for the canaries.',
    });
    planted.plant('signing secret after its rotation', rotated.secret);
    const guest = 'guest@members.example';
    await author.must('POST', `${API}/author/invitations`, { email: guest, member_role: 'read_only' });
    await plantLink('invitation', guest);
    const fleet = await admin.must<{ secret: string }>('POST', `${API}/admin/fleet-keys/issue`, {});
    planted.plant('fleet secret', fleet.secret);
  }

  /** Mails to somebody who forgot a password, and to somebody whose address is not confirmed; both are used. */
  async function plantLinks(email: string): Promise<void> {
    await canary.must('POST', `${API}/auth/password-reset`, { email });
    await plantLink('reset-password', email);
    const late = 'late@people.example';
    await Person.signIn(ready.url, late, PASSWORD, 'Late Comer');
    await db.query('update identity.users set email_confirmed_at = null where email = $1', [late]);
    await canary.must('POST', `${API}/auth/resend-confirmation`, { email: late });
    const chosen = { token: await plantLink('confirm-email', late), name: 'Late Comer', password: PASSWORD };
    await new Person(ready.url, late).must('POST', `${API}/auth/confirm-email`, chosen);
    const again = await new Person(ready.url, late).once('POST', `${API}/auth/confirm-email`, chosen);
    expect(again.status).toBeGreaterThanOrEqual(400);
  }

  async function plantLink(page: string, recipient: string): Promise<string> {
    const find = async (): Promise<string | undefined> => {
      const mails = await mailedInSandbox(canary, recipient);
      return mails.map(({ text }) => new RegExp(`/${page}\\?token=(\\w+)`).exec(text)?.[1]).find(Boolean);
    };
    const token = await eventually(
      `the mail with the link to ${page} is written`,
      find,
      (found) => found !== undefined,
    );
    planted.plant(`token of ${page}`, token, true);
    links.set(page, token!);
    return token!;
  }

  /** As the Drive makes it; the portal has it encrypted only. */
  async function scopedToken(installId: string): Promise<string> {
    const { rows } = await db.query<{ id: string; sealed: string }>(
      'select drive_install_id as id, scoped_token as sealed from installs.installs where id = $1',
      [installId],
    );
    const { token_key: key } = JSON.parse(readFileSync(world.dataFileOf(drive.slug), 'utf8')) as { token_key: string };
    const mac = createHmac('sha256', Buffer.from(key, 'hex')).update(rows[0]!.id).digest('base64url');
    expect(rows[0]!.sealed).not.toContain(mac);
    return mac;
  }

  /** Every row of every table, as text; bytes show as hex. The emulator of the processor is not part of the product. */
  async function inDatabase(): Promise<string[]> {
    const { rows: tables } = await db.query<{ name: string }>(
      `select quote_ident(schemaname) || '.' || quote_ident(tablename) as name from pg_tables
       where schemaname not in ('pg_catalog', 'information_schema', 'stripe_sandbox') order by 1`,
    );
    expect(tables.length).toBeGreaterThan(100);
    const found: string[] = [];
    for (const { name } of tables) {
      const { rows } = await db.query<{ what: string; n: number }>(
        `select n.what, count(*)::int as n from ${name} t join jsonb_to_recordset($1) as n(what text, text text) on strpos(t::text, n.text) > 0 group by 1`,
        [JSON.stringify(planted.needles)],
      );
      found.push(...rows.map(({ what, n }) => `${name}: ${what}, ${n} rows`));
    }
    return found;
  }

  const filesIn = (folder: string): string[] =>
    readdirSync(folder, { withFileTypes: true }).flatMap((entry) =>
      entry.isDirectory() ? filesIn(path.join(folder, entry.name)) : [path.join(folder, entry.name)],
    );
  const logs = (): string[] => filesIn(path.join(ready.data_dir, 'logs'));
  const inFiles = (files: readonly string[]): string[] =>
    files.flatMap((file) => planted.in(readFileSync(file, 'utf8')).map((what) => `${path.basename(file)}: ${what}`));

  it('are of every kind that the product knows', () => {
    expect(planted.names.length).toBeGreaterThanOrEqual(22);
    expect([...links.keys()].sort()).toEqual([
      'cancel-second-factor-removal',
      'confirm-email',
      'invitation',
      'reset-password',
    ]);
    expect(new Set(planted.needles.map(({ text }) => text)).size).toBe(planted.needles.length);
  });

  it('are found by this test in a log, a column, bytes and a document', async () => {
    const secret = drive.secret;
    await db.query('create table public.planted (a text, b bytea, c jsonb)');
    await db.query(`insert into public.planted values ($1, null, null), (null, convert_to($1, 'UTF8'), null)`, [
      secret,
    ]);
    await db.query(`insert into public.planted values (null, null, $1)`, [
      { deep: [{ url: encodeURIComponent(secret) }] },
    ]);
    const found = await inDatabase();
    expect(found.filter((one) => one.startsWith('public.planted')).length).toBeGreaterThanOrEqual(2);
    await db.query('drop table public.planted');
    for (const write of Object.values(FORMS)) expect(planted.in(`{"msg":"x ${write(secret)} y"}`)).not.toEqual([]);
  });

  it('are on no page of any reader, even when the address contains one', async () => {
    const pages = '/ /sign-in /apply /author /author/secrets /author/team /account /no-such-page'.split(' ');
    const brought = [...links].map(([page, token]) => `/${page}?token=${token}`);
    for (const person of [new Person(ready.url, 'anonymous'), canary, world.author])
      for (const address of [...pages, ...brought]) {
        const { type, text } = await person.once('GET', address, undefined, { accept: 'text/html' });
        expect([address, type.startsWith('text/html'), planted.in(text)]).toEqual([address, true, []]);
      }
  });

  it('are in no exported file', async () => {
    const { author, admin, finance } = world;
    const asked: [Person, string][] = [
      [author, `/author/drives/${drive.driveId}/installs/csv`],
      [finance, '/finance/ledger/csv'],
      [finance, '/finance/agreement-signatures/csv'],
      [admin, '/admin/audit/export?format=csv'],
      [admin, '/admin/audit/export?format=json'],
    ];
    for (const kind of ['refunds', 'prices', 'approvals', 'disputes']) {
      const { id } = await finance.must<{ id: string }>('POST', `${API}/finance/exports`, { kind, format: 'csv' });
      const state = async (): Promise<string> =>
        (await finance.must<{ state: string }>('GET', `${API}/finance/exports/${id}`)).state;
      await eventually(`the export of ${kind} is made`, state, (now) => now === 'done');
      asked.push([finance, `/finance/exports/${id}/file`]);
    }
    for (const [person, address] of asked) {
      const { status, text } = await person.once('GET', `${API}${address}`);
      expect([address, status, text.length > 10, planted.in(text)]).toEqual([address, 200, true, []]);
    }
  });

  // After everything else was asked, so that the asking itself is in it.
  describeWith('redis', 'with the jobs in Redis', () => {
    it('are in no command that Redis was given', () => {
      expect(redis!.recorded.size).toBeGreaterThan(100);
      expect([...redis!.recorded].join('\n')).toContain('bull:');
      expect(planted.in([...redis!.recorded].join('\n'))).toEqual([]);
    });
  });

  it('are in no log at the level debug, in no output, and in no figure', async () => {
    const files = logs();
    expect(files.reduce((sum, file) => sum + statSync(file).size, 0)).toBeGreaterThan(10_000);
    expect(inFiles(files)).toEqual([]);
    // Also of what nobody planted: keys and tokens of the story.
    expect(files.filter((file) => /\bdp[kt]_[0-9A-Za-z]{49}\b/.test(readFileSync(file, 'utf8')))).toEqual([]);
    expect(planted.in(portal.printed)).toEqual([]);
    expect(planted.in(await (await fetch(ready.metrics_url)).text())).toEqual([]);
  });

  it('are in no table: no event, no audit row, no mail, no job, no stored answer', async () => {
    expect(await inDatabase()).toEqual([]);
  });

  it('are in no answer after the one that showed them, to any caller', async () => {
    const people: [string, Person][] = [
      ['author', world.author],
      ['reviewer', world.reviewer],
      ['operator', world.operator],
      ['admin', world.admin],
      ['finance', world.finance],
      ['canary', canary],
    ];
    const ids = { driveId: drive.driveId, slug: drive.slug };
    const gets = Object.keys(PERMISSIONS)
      .filter((name) => name.startsWith('GET ') && !/\/live$|oidc|sign-out/.test(name))
      .map((name) => name.slice(4).replace(/\{(driveId|slug)\}/g, (_, key: 'driveId' | 'slug') => ids[key]))
      .filter((address) => !address.includes('{'));
    expect(gets.length).toBeGreaterThan(60);
    const found: string[] = [];
    let answered = 0;
    for (const [name, person] of people) {
      for (const address of gets) {
        const { status, text } = await person.once('GET', address);
        if (status === 200) answered += 1;
        const showsMail = address === `${API}/sandbox/mail`;
        found.push(...planted.in(text, showsMail).map((what) => `${name}: ${address}: ${what}`));
      }
    }
    expect(answered).toBeGreaterThan(80);
    expect(found).toEqual([]);
  });
});
