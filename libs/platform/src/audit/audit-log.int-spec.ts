import { spawnSync } from 'node:child_process';
import { createHash, randomUUID } from 'node:crypto';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { Injectable, Module } from '@nestjs/common';
import type { NestFastifyApplication } from '@nestjs/platform-fastify';
import { canonicalJson } from '@portal/contract';
import { testConfig } from '../../../../test/support/config.js';
import { createTestDatabase, type TestDatabase } from '../../../../test/support/database/database.js';
import { WatchedAnswers } from '../../../../test/support/http/watched-answers.js';
import { Authenticator, type PortalRequest } from '../access/access.js';
import { createHttpApp } from '../http/create-http-app.js';
import { Database } from '../database/database.js';
import { PlatformHttpModule, PlatformModule } from '../index.js';
import { SealAudit } from './seal-audit.js';
import { Transactor } from '../database/transactor.js';
import type { Actor, Role } from '../access/actor.js';
import type { AuditEntryView } from './audit.controller.js';

@Injectable()
class HeaderAuthenticator extends Authenticator {
  async authenticate(request: PortalRequest): Promise<Actor | null> {
    const role = request.headers['x-role'];
    return typeof role === 'string' ? person('Ann', role as Role) : null;
  }
}
@Module({ providers: [{ provide: Authenticator, useClass: HeaderAuthenticator }], exports: [Authenticator] })
class SignIn {}

const person = (name: string, role: Role, userId: string = randomUUID()): Actor => ({
  kind: 'user',
  userId,
  name,
  roles: [{ role, scopeId: null }],
});
const EVE = person('Eve Müller', 'finance');
const BOB = person('Bob', 'reviewer');

describe('searching the audit trail', () => {
  let db: TestDatabase;
  let app: NestFastifyApplication;
  let answers: WatchedAnswers;
  const drive = randomUUID();

  beforeAll(async () => {
    db = await createTestDatabase();
    @Module({
      imports: [
        PlatformModule.forRoot(testConfig(db.url), 'test'),
        { module: PlatformHttpModule, imports: [SignIn] },
        SignIn,
      ],
    })
    class SpecModule {}
    app = await createHttpApp(SpecModule);
    answers = new WatchedAnswers(app);
    await app.init();
    await app.getHttpAdapter().getInstance().ready();
    const record = (actor: Actor, action: string, subjectId: string, reason: string | null = null): Promise<void> =>
      app.get(Transactor).run((tx) =>
        tx.audit(actor, action, [action.split('.')[0]!, subjectId], {
          reason,
          after: { amount: '9007199254740993' },
        }),
      );
    await record(EVE, 'trial.approved', drive);
    await record(BOB, 'trial.paused', drive, '=HYPERLINK("https://evil.example","pay")');
    await record(BOB, 'trials.counted', drive);
    await record(EVE, 'trial_room.opened', 'other');
    await app.get(SealAudit, { strict: false }).execute();
  });
  afterAll(async () => {
    await app.close();
    await db.drop();
    answers.mustBeDescribed();
  });

  const get = (path: string, role = 'admin') =>
    app.inject({ method: 'GET', url: `/api/v1/admin/audit${path}`, headers: { 'x-role': role } });
  const found = async (query: string): Promise<string[]> =>
    (await get(`?${query}`)).json<{ data: { items: AuditEntryView[] } }>().data.items.map((one) => one.action);

  it.each([
    ['the name of who did it, in any case, in part', 'actor=eve m', ['trial_room.opened', 'trial.approved']],
    ['the id of who did it', `actor=${BOB.userId}`, ['trials.counted', 'trial.paused']],
    ['nobody of that name', 'actor=%25', []],
    ['the action', 'action=trial.paused', ['trial.paused']],
    [
      'everything done to one kind, and to no other that begins alike',
      'action=trial',
      ['trial.paused', 'trial.approved'],
    ],
    ['the thing it was done to', `subject_type=trial&subject_id=${drive}`, ['trial.paused', 'trial.approved']],
    ['two at once', 'action=trial&actor=eve', ['trial.approved']],
  ])('finds entries by %s', async (_, query, actions) => {
    expect(await found(query)).toEqual(actions);
  });

  it('treats days as UTC, the first and the last included', async () => {
    const day = async (shift: number): Promise<string> => {
      const sql = `select to_char(max(at) at time zone 'UTC' + $1 * interval '1 day', 'YYYY-MM-DD') as day from platform.audit_log where action = 'trial.paused'`;
      return (await app.get(Database).query<{ day: string }>(sql, [shift]))[0]!.day;
    };
    const [yesterday, today, tomorrow] = [await day(-1), await day(0), await day(1)];
    expect(await found(`action=trial.paused&from=${today}&to=${today}`)).toEqual(['trial.paused']);
    expect(await found(`action=trial.paused&from=${tomorrow}`)).toEqual([]);
    expect(await found(`action=trial.paused&to=${yesterday}`)).toEqual([]);
    for (const wrong of ['from=yesterday', 'to=2026-02-30', 'from=0000-01-01', 'to=2026-11-22T10:00:00Z'])
      expect((await get(`?${wrong}`)).statusCode).toBe(400);
  });

  it('returns pages without a gap or a repeated row, with any filter', async () => {
    const seen: number[] = [];
    for (let cursor: string | null = ''; cursor !== null;) {
      const page: { items: AuditEntryView[]; next_cursor: string | null } = (
        await get(`?actor=b&limit=1${cursor === '' ? '' : `&cursor=${cursor}`}`)
      ).json<{ data: { items: AuditEntryView[]; next_cursor: string | null } }>().data;
      seen.push(...page.items.map((one) => one.seq));
      cursor = page.next_cursor;
    }
    expect(seen).toHaveLength(2);
    expect(seen[0]).toBeGreaterThan(seen[1]!);
  });

  it('exports what is filtered, keeps a formula as text, and records the export', async () => {
    const csv = await get('/export?format=csv&action=trial');
    expect(csv.headers).toMatchObject({
      'content-type': 'text/csv; charset=utf-8',
      'content-disposition': 'attachment; filename="audit-trail.csv"',
    });
    const [head, ...lines] = csv.body.trimEnd().split('\r\n');
    expect(head).toBe(
      'seq,at,actor_kind,actor_id,actor_name,actor_role,action,subject_type,subject_id,before,after,reason,request_id,id,position,seal',
    );
    expect(lines).toHaveLength(2);
    expect(lines[0]).toContain(`"'=HYPERLINK(""https://evil.example"",""pay"")"`);
    expect(csv.body).not.toMatch(/(^|,)"?[=+@]/m);
    const [taken] = await app
      .get(Database)
      .query(`select actor_name, after from platform.audit_log where action = 'audit.exported' order by seq desc`);
    expect(taken).toEqual({ actor_name: 'Ann', after: { format: 'csv', action: 'trial' } });
    expect((await get('/export?format=csv&action=nothing')).body.trimEnd()).toBe(head);
    expect((await get('/export?format=json&action=nothing')).json()).toEqual([]);
  });

  it('exports what anybody needs to recompute the seals', async () => {
    await app.get(SealAudit, { strict: false }).execute();
    const rows = (await get('/export?format=json')).json<Record<string, string | null>[]>();
    // The export itself is the newest entry and not sealed yet.
    const sealed = rows.filter((row) => row['seal'] !== null).reverse();
    expect(sealed.length).toBeGreaterThanOrEqual(4);
    let previous = Buffer.alloc(32);
    for (const { position: _, seal, ...covered } of sealed) {
      previous = createHash('sha256').update(previous).update(canonicalJson(covered)).digest();
      expect(previous.toString('hex')).toBe(seal);
    }
  });

  it('exports files that prove by themselves, without the portal, that they are what was sealed', async () => {
    await app.get(SealAudit, { strict: false }).execute();
    type Entry = Record<string, string | null>;
    const rows = (await get('/export?format=json'))
      .json<Entry[]>()
      .sort((a, b) => Number(a['position']) - Number(b['position']));
    const sealed = rows.filter(({ seal }) => seal !== null);
    const folder = mkdtempSync(path.join(os.tmpdir(), 'audit-'));
    const verify = (...args: (string | Entry[])[]) => {
      const { status, stdout, stderr } = spawnSync(
        process.execPath,
        [
          'scripts/verify-audit.mjs',
          ...args.map((arg, n) => {
            if (typeof arg === 'string') return arg;
            writeFileSync(path.join(folder, `${n}.json`), JSON.stringify(arg));
            return path.join(folder, `${n}.json`);
          }),
        ],
        { encoding: 'utf8' },
      );
      return [status, stderr === '' ? stdout : stderr].join(' ').trim();
    };
    const [older, newer] = [sealed.slice(0, 2), rows.filter((row) => !sealed.slice(0, 2).includes(row))];
    const headOf = (entry: Entry): string => `${entry['position']!}:${entry['seal']!}`;
    const end = headOf(sealed.at(-1)!);
    try {
      expect(verify(newer, older)).toBe(`0 ${sealed.length} entries up to ${end}, 1 not sealed yet`);
      expect(verify(newer)).toBe('1 2 is missing');
      expect(verify('--known', headOf(older[1]!), newer)).toMatch(/^0 /);
      expect(verify('--known', `2:${'0'.repeat(64)}`, newer)).toBe('1 3 was changed');
      expect(verify('--known', `${sealed.length}:${'0'.repeat(64)}`, rows)).toBe(
        `1 ${sealed.length} is not the known end`,
      );
      expect(verify([sealed[0]!, { ...sealed[1]!, reason: 'another' }, ...sealed.slice(2)])).toBe('1 2 was changed');
      expect(verify([sealed[0]!, ...sealed.slice(2)])).toBe('1 2 is missing');
      expect(verify([])).toBe('1 there are no sealed entries');
    } finally {
      rmSync(folder, { recursive: true });
    }
  });
});
