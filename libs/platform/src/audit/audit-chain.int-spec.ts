import { ModuleWorld } from '../../../../test/support/database/module-world.js';
import { examples, randomOf } from '../../../../test/support/examples.js';
import { Database, firstOf } from '../database/database.js';
import { SealAudit } from './seal-audit.js';
import { SYSTEM_ACTOR } from '../access/actor.js';
import { Transactor } from '../database/transactor.js';
import { VerifyAudit, type AuditProblem, type AuditVerification } from './verify-audit.js';

describe('the chain over the audit log', () => {
  const world = ModuleWorld.forTests({ providers: [SealAudit, VerifyAudit] });
  let database: Database;
  let seal: SealAudit;
  let verify: VerifyAudit;

  const record = (n: number): Promise<void> =>
    world.module.get(Transactor).run((tx) =>
      tx.audit(SYSTEM_ACTOR, 'spec.done', ['spec', String(n)], {
        before: n % 2 === 0 ? null : { n, big: 9007199254740993 },
        after: { 'é"\\': [n, 1.5e300], text: '\u2028' },
        reason: n % 3 === 0 ? 'because' : null,
      }),
    );
  let owner: ModuleWorld['owner'];
  const kinds = (result: AuditVerification): AuditProblem['kind'][] => result.problems.map((one) => one.kind);

  beforeAll(async () => {
    const { module } = world;
    ({ owner } = world);
    [database, seal, verify] = [module.get(Database), module.get(SealAudit), module.get(VerifyAudit)];
    for (let n = 0; n < 60; n += 1) await record(n);
  });

  it('begins with the waiting rows, and seals each once in order, even when several workers seal concurrently', async () => {
    expect((await verify.execute(0)).waiting).toBeGreaterThanOrEqual(60);
    const sealed = await Promise.all([seal.execute(), seal.execute(), seal.execute()]);
    expect(sealed.reduce((sum, n) => sum + n, 0)).toBeGreaterThanOrEqual(60);
    expect(await seal.execute()).toBe(0);
    const result = await verify.execute(0);
    expect(result).toMatchObject({ problems: [], waiting: 0, next: null, checked: result.head!.position });
  });

  it('includes a row that commits after one with a higher number', async () => {
    const before = (await verify.head())!.position;
    await owner.query('begin');
    await owner.query(
      `insert into platform.audit_log (id, actor_kind, actor_name, actor_role, action, subject_type, subject_id)
       values (gen_random_uuid(), 'system', 'spec', 'system', 'spec.late', 'spec', 'late')`,
    );
    await record(1000);
    expect(await seal.execute()).toBe(1);
    await owner.query('commit');
    expect(await seal.execute()).toBe(1);
    expect(await verify.execute(0)).toMatchObject({ problems: [], head: { position: before + 2 } });
  });

  it('detects every one of many random edits, removals, swaps, cuts and insertions', async () => {
    const columns = ['actor_name', 'actor_role', 'action', 'subject_type', 'subject_id', 'reason', 'request_id'];
    for (const table of ['audit_log', 'audit_seals'])
      await owner.query(`alter table platform.${table} disable trigger all`);
    const [size] = await database.query<{ first: number; last: number }>(
      'select min(seq)::int as first, max(seq)::int as last from platform.audit_log',
    );
    const head = (await verify.head())!;
    const random = randomOf();
    const any = (): number => size!.first + random(size!.last - size!.first + 1);
    const edits: (() => [sql: string, params: unknown[]])[] = [
      () => [
        `update platform.audit_log set ${columns[random(columns.length)]} = 'x' || gen_random_uuid() where seq = $1`,
        [any()],
      ],
      () => ['update platform.audit_log set id = gen_random_uuid() where seq = $1', [any()]],
      () => ['update platform.audit_log set actor_id = gen_random_uuid() where seq = $1', [any()]],
      () => [
        `update platform.audit_log set actor_kind = case actor_kind when 'user' then 'token' else 'user' end where seq = $1`,
        [any()],
      ],
      () => ["update platform.audit_log set at = at + interval '1 microsecond' where seq = $1", [any()]],
      () => [`update platform.audit_log set after = coalesce(after, '{}') || '{"paid":1}' where seq = $1`, [any()]],
      () => [
        'update platform.audit_log set before = case when before is null then $2::jsonb else null end where seq = $1',
        [any(), '{}'],
      ],
      () => ['delete from platform.audit_log where seq = $1', [any()]],
      () => ['delete from platform.audit_log where seq >= $1', [any()]],
      () => ['delete from platform.audit_seals where position = $1', [1 + random(head.position)]],
      () => ['delete from platform.audit_seals where position >= $1', [1 + random(head.position)]],
      () => [
        `with two as (select $1::bigint as a, $2::bigint as b)
         update platform.audit_log l set subject_id = o.subject_id, after = o.after, id = gen_random_uuid()
         from two, platform.audit_log o where (l.seq = two.a and o.seq = two.b) or (l.seq = two.b and o.seq = two.a)`,
        [any(), any()],
      ],
      () => [
        `insert into platform.audit_log (id, actor_kind, actor_name, actor_role, action, subject_type, subject_id)
         values (gen_random_uuid(), 'system', 'x', 'system', 'forged', 'spec', $1)`,
        [String(any())],
      ],
      () => [
        // If both ends are cut together the chain is consistent: only a recorded end shows it.
        `with cut as (delete from platform.audit_seals where position >= $1 returning audit_seq)
         delete from platform.audit_log using cut where seq = cut.audit_seq`,
        [1 + random(head.position)],
      ],
    ];
    let touched = 0;
    const missed: string[] = [];
    const query = async (sql: string, params: unknown[]) => (await owner.query<object>(sql, params)).rows;
    const value = async (sql: string, params: unknown[]) => firstOf(await query(sql, params));
    const inside = { query, value };
    const verifyInside = new VerifyAudit(inside as unknown as Database);
    while (touched < examples(4 * edits.length)) {
      const [sql, params] = edits[touched % edits.length]!();
      await owner.query('begin');
      if ((await owner.query(sql, params)).rowCount! > 0) {
        touched += 1;
        if ((await verifyInside.execute(0, head)).problems.length === 0) missed.push(sql);
      }
      await owner.query('rollback');
    }
    expect(missed).toEqual([]);
    expect(kinds(await verify.execute(0, head))).toEqual([]);
    expect(kinds(await verify.execute(0, { ...head, hash: 'f'.repeat(64) }))).toEqual(['head']);
  });
});
