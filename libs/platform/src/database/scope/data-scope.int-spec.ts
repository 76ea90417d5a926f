import { randomUUID } from 'node:crypto';
import type { Client, Pool, PoolClient } from 'pg';
import { AppError } from '@portal/kernel';
import type { DataSource } from 'typeorm';
import { SystemIds } from '@portal/kernel';
import { OwnDatabase } from '../../../../../test/support/database/database.js';
import { until } from '../../../../../test/support/test-timeout.js';
import { APP_ROLE, CALLER_ROLE, createDataSource } from '../connection/data-source.js';
import {
  bypassRowSecurity,
  bypassRowSecurityFor,
  NOBODY_SCOPE,
  SYSTEM_SCOPE,
  withScope,
  type DataScope,
} from './data-scope.js';
import { Database } from '../database.js';
import { sqlState } from '../statements/database-errors.js';
import { Transactor } from '../transactor.js';
import type { Tx } from '../transaction/tx.js';

const OURS = randomUUID();
const THEIRS = randomUUID();
const of = (...owners: string[]): DataScope => ({ kind: 'caller', personId: null, owners });
/** Role and visible tenants of a connection, according to the database. */
const SCOPE_QUERY = `select current_user::text as role, current_setting('portal.owners', true) as owners, pg_backend_pid() as pid,
  (select coalesce(array_agg(id::text order by id::text), '{}') from installs.tenants) as tenants`;
interface ScopeRow {
  role: string;
  owners: string | null;
  pid: number;
  tenants: string[];
}

describe('the scope of a statement', () => {
  const test = OwnDatabase.forTests();
  let owner: Client;
  const sources: DataSource[] = [];

  beforeAll(async () => {
    ({ owner } = test);
    test.beforeClose(() => Promise.all(sources.map((source) => source.destroy())));
    for (const id of [OURS, THEIRS])
      await owner.query('insert into installs.tenants (id, name, external_id) values ($1, $2, $3)', [id, id, id]);
  });

  /** `pool` connections; the fewer, the sooner one of another caller is reused. */
  async function connect(role: string, pool = 1): Promise<{ database: Database; transactor: Transactor }> {
    const source = await createDataSource({
      url: test.url,
      pool,
      waitMs: 60_000,
      applicationName: 'spec',
      role,
    }).initialize();
    sources.push(source);
    return { database: new Database(source), transactor: new Transactor(source, new SystemIds()) };
  }

  const look = async (database: Database): Promise<ScopeRow> => (await database.query<ScopeRow>(SCOPE_QUERY))[0]!;

  /** The connection of a source with one connection. */
  async function clientOf(source: DataSource): Promise<PoolClient> {
    const client = await (source.driver as unknown as { master: Pool }).master.connect();
    client.release();
    return client;
  }

  it('includes nothing that belongs to anybody until it is set', async () => {
    const { database, transactor } = await connect(CALLER_ROLE);
    expect((await look(database)).tenants).toEqual([]);
    expect(await transactor.run((tx) => tx.query('select id from installs.tenants'))).toEqual([]);
    expect(await withScope(NOBODY_SCOPE, () => look(database))).toMatchObject({ role: CALLER_ROLE, tenants: [] });
  });

  it.each([APP_ROLE, CALLER_ROLE])('begins and ends with each statement (connections of %s)', async (role) => {
    const { database } = await connect(role);
    const unscoped = await look(database);
    const ours = await withScope(of(OURS), () => look(database));
    const theirs = await withScope(of(THEIRS), () => look(database));
    const all = await withScope(SYSTEM_SCOPE, () => look(database));
    const after = await look(database);
    expect(ours).toMatchObject({ role: CALLER_ROLE, tenants: [OURS] });
    expect(theirs).toMatchObject({ role: CALLER_ROLE, tenants: [THEIRS] });
    expect(all).toMatchObject({ role: APP_ROLE, tenants: [OURS, THEIRS].sort() });
    expect(after).toMatchObject({ role, owners: '', tenants: unscoped.tenants });
    expect(new Set([unscoped, ours, theirs, all, after].map(({ pid }) => pid)).size).toBe(1);
  });

  it('applies to statements that are planned once per connection, whoever sent them first', async () => {
    const { database } = await connect(CALLER_ROLE);
    const named = (): Promise<{ id: string }[]> =>
      database.prepared('spec_tenants', 'select id from installs.tenants order by id::text');
    const rounds: string[][] = [];
    for (let round = 0; round < 7; round++) {
      for (const scope of [of(OURS), of(THEIRS), SYSTEM_SCOPE, NOBODY_SCOPE])
        rounds.push((await withScope(scope, named)).map(({ id }) => id));
    }
    expect(rounds).toEqual(
      Array(7)
        .fill([[OURS], [THEIRS], [OURS, THEIRS].sort(), []])
        .flat(),
    );
  });

  it('is bypassed to the end of a bypass within a bypass, and is the caller’s afterwards', async () => {
    const { transactor } = await connect(CALLER_ROLE);
    const count = async (tx: Tx): Promise<number> => (await tx.query('select 1 from installs.tenants')).length;
    const counts = await withScope(of(OURS), () =>
      transactor.run(async (tx) => {
        const inside = await tx.bypassRowSecurity(async () => [
          await tx.bypassRowSecurity(() => count(tx)),
          await count(tx),
        ]);
        return [...inside, await count(tx)];
      }),
    );
    expect(counts).toEqual([2, 2, 1]);
  });

  it('applies to statements that were frequent enough to be planned once, alone and in transactions', async () => {
    const { database, transactor } = await connect(CALLER_ROLE);
    const text = 'select id from installs.tenants order by id::text';
    const ids = (rows: { id: string }[]): string[] => rows.map(({ id }) => id);
    const everyWay = async (): Promise<string[][]> => {
      const alone = ids(await database.query(text));
      const [before, elevated, after] = await transactor.run(async (tx) => [
        ids(await tx.query(text)),
        ids(await tx.bypassRowSecurity(() => tx.query(text))),
        ids(await tx.query(text)),
      ]);
      return [alone, before!, elevated!, after!];
    };
    const all = [OURS, THEIRS].sort();
    for (let round = 0; round < 7; round++) {
      expect(await withScope(of(OURS), everyWay)).toEqual([[OURS], [OURS], all, [OURS]]);
      expect(await withScope(of(THEIRS), everyWay)).toEqual([[THEIRS], [THEIRS], all, [THEIRS]]);
      expect(await withScope(NOBODY_SCOPE, everyWay)).toEqual([[], [], all, []]);
      expect(ids(await bypassRowSecurity(() => database.query(text)))).toEqual(all);
    }
    const kept = await database.query<{ name: string; plans: number }>(
      `select name, (generic_plans + custom_plans)::int as plans from pg_prepared_statements where statement = $1`,
      [text],
    );
    expect(kept).toEqual([{ name: expect.stringMatching(/^often_/) as string, plans: expect.any(Number) as number }]);
    expect(kept[0]!.plans).toBeGreaterThan(40);
  });

  it('survives a change of the tables that a statement was planned for', async () => {
    const { database, transactor } = await connect(CALLER_ROLE);
    const text = 'select * from installs.tenants';
    const alone = (): Promise<object[]> => withScope(of(OURS), () => database.query(text));
    const inside = (): Promise<object[]> => withScope(of(OURS), () => transactor.run((tx) => tx.query(text)));
    for (let time = 0; time < 4; time++) await alone();
    await owner.query('alter table installs.tenants add column spec_first text');
    expect(await alone()).toMatchObject([{ id: OURS, spec_first: null }]);
    for (let time = 0; time < 4; time++) await inside();
    await owner.query('alter table installs.tenants add column spec_second text');
    expect(await inside()).toMatchObject([{ id: OURS, spec_second: null }]);
    await owner.query('alter table installs.tenants drop column spec_first, drop column spec_second');
  });

  it('costs no round trip: nothing is answered before all of it is sent', async () => {
    const { database } = await connect(CALLER_ROLE);
    const { pid } = await look(database);
    const { stream } = (await clientOf(sources.at(-1)!)).connection;
    // Responses are not read until the last part was sent.
    const write = stream.write.bind(stream) as (...args: unknown[]) => boolean;
    const sent = jest.spyOn(stream, 'write').mockImplementation((...args: unknown[]) => {
      if (String(args[0]).includes('commit')) stream.resume();
      else stream.pause();
      return write(...args);
    });
    for (let time = 1; time <= 5; time++)
      expect(await withScope(of(OURS), () => look(database))).toMatchObject({ pid, tenants: [OURS] });
    expect(sent.mock.calls.filter(([part]) => String(part).includes('commit'))).toHaveLength(5);
    sent.mockRestore();
  });

  it('applies to a transaction from its first statement to its end, committed or not', async () => {
    const { database, transactor } = await connect(CALLER_ROLE);
    const inside = await withScope(of(OURS), () =>
      transactor.run(async (tx) => {
        const [first] = await tx.query<ScopeRow>(SCOPE_QUERY);
        const [elevated] = await tx.bypassRowSecurity(() => tx.query<ScopeRow>(SCOPE_QUERY));
        const [last] = await tx.query<ScopeRow>(SCOPE_QUERY);
        return [first!, elevated!, last!].map(({ tenants }) => tenants);
      }),
    );
    expect(inside).toEqual([[OURS], [OURS, THEIRS].sort(), [OURS]]);
    expect(await look(database)).toMatchObject({ role: CALLER_ROLE, owners: '', tenants: [] });
    await expect(
      withScope(of(OURS), () =>
        transactor.run((tx) => tx.bypassRowSecurity(() => tx.query('select 1/0 from installs.tenants'))),
      ),
    ).rejects.toThrow('division by zero');
    expect(await look(database)).toMatchObject({ role: CALLER_ROLE, owners: '', tenants: [] });
  });

  it('ends with an error, an aborted transaction and a cancelled statement', async () => {
    const { database, transactor } = await connect(CALLER_ROLE);
    const asOurs = <T>(work: () => Promise<T>): Promise<T> => withScope(of(OURS), work);
    await expect(asOurs(() => database.query('select nothing from installs.tenants'))).rejects.toThrow('nothing');
    expect((await look(database)).tenants).toEqual([]);
    await expect(asOurs(() => database.query('select 1 / (1 - count(*)) from installs.tenants'))).rejects.toThrow(
      'division by zero',
    );
    expect((await look(database)).tenants).toEqual([]);
    await expect(
      asOurs(() =>
        transactor.run(async (tx) => {
          await tx.query('select 1/0').catch(() => undefined);
          await tx.query('select 1');
        }),
      ),
    ).rejects.toMatchObject({ driverError: { code: '25P02' } });
    expect((await look(database)).tenants).toEqual([]);

    const cancelled = asOurs(() => database.query('select pg_sleep(60) from installs.tenants')).catch(sqlState);
    await until(async () => {
      const { rows } = await owner.query<{ stopped: boolean }>(
        `select pg_cancel_backend(pid) as stopped from pg_stat_activity where query like 'select pg_sleep(60)%' and datname = current_database()`,
      );
      return rows.length > 0;
    });
    expect(await cancelled).toBe('57014');
    expect((await look(database)).tenants).toEqual([]);
    expect((await asOurs(() => look(database))).tenants).toEqual([OURS]);
  });

  it('is that of a statement which runs again, because its connection was lost in the middle of it, and ends with it', async () => {
    const { database } = await connect(CALLER_ROLE);
    const twice = withScope(of(OURS), () =>
      database.query('select t.id, pg_sleep_until($1) from installs.tenants t', [new Date(Date.now() + 3_000)]),
    );
    await until(async () => {
      const { rows } = await owner.query(
        `select pg_terminate_backend(pid) from pg_stat_activity where query like 'select t.id, pg_sleep_until%' and datname = current_database()`,
      );
      return rows.length > 0;
    });
    expect(await twice).toMatchObject([{ id: OURS }]);
    expect(await look(database)).toMatchObject({ role: CALLER_ROLE, tenants: [] });
    expect((await withScope(of(THEIRS), () => look(database))).tenants).toEqual([THEIRS]);
  });

  it('ends with a statement that takes longer than it may, and with a value that cannot be sent', async () => {
    const { database } = await connect(CALLER_ROLE);
    const { pid } = await look(database);
    await database.query(`set statement_timeout = '50ms'`);
    const slow = withScope(of(OURS), () => database.query('select pg_sleep(60) from installs.tenants'));
    expect(await slow.catch(sqlState)).toBe('57014');
    await database.query('reset statement_timeout');
    expect(await look(database)).toMatchObject({ pid, owners: '', tenants: [] });
    const value = {
      toPostgres: () => {
        throw new Error('no such value');
      },
    };
    await expect(withScope(of(OURS), () => database.query('select $1::text', [value]))).rejects.toThrow(
      'no such value',
    );
    expect(await look(database)).toMatchObject({ pid, owners: '', tenants: [] });
    expect(await withScope(of(THEIRS), () => look(database))).toMatchObject({ pid, tenants: [THEIRS] });
  });

  it.each([APP_ROLE, CALLER_ROLE])('changes nothing when any part of it fails (connections of %s)', async (role) => {
    const { database } = await connect(role);
    for (const part of ['begin', 'set_config', 'commit']) {
      const client = await clientOf(sources.at(-1)!);
      const query = client.query.bind(client) as (statement: unknown) => Promise<unknown>;
      const broken = jest.spyOn(client, 'query').mockImplementation(((statement: string | { text: string }) => {
        const text = typeof statement === 'string' ? statement : statement.text;
        return query(text.includes(part) ? 'select 1/0' : statement);
      }) as never);
      const rename = withScope(of(THEIRS), () =>
        database.query(`update installs.tenants set standing_at = '2001-01-01'`),
      );
      await expect(rename).rejects.toThrow('division by zero');
      broken.mockRestore();
      const { rows } = await owner.query(`select 1 from installs.tenants where standing_at = '2001-01-01'`);
      expect([part, rows]).toEqual([part, []]);
      const after = await look(database);
      expect([part, after.role, after.owners ?? '']).toEqual([part, role, '']);
    }
  });

  it('is never another caller’s while many callers share two connections', async () => {
    const { database, transactor } = await connect(CALLER_ROLE, 2);
    const callers: [DataScope, string[]][] = [
      [of(OURS), [OURS]],
      [of(THEIRS), [THEIRS]],
      [NOBODY_SCOPE, []],
      [SYSTEM_SCOPE, [OURS, THEIRS].sort()],
      [of(OURS, THEIRS), [OURS, THEIRS].sort()],
    ];
    // Both exist before the load starts: a slow second one would find no work.
    const pids = new Set<number>();
    let opened!: () => void;
    const both = new Promise<void>((resolve) => (opened = resolve));
    const open = () =>
      transactor.run(async (tx) => {
        pids.add((await tx.query<ScopeRow>(SCOPE_QUERY))[0]!.pid);
        if (pids.size === 2) opened();
        await both;
      });
    await Promise.all([open(), open()]);
    const used = new Set<number>();
    const one = async (round: number): Promise<void> => {
      const [scope, expected] = callers[round % callers.length]!;
      await withScope(scope, async () => {
        if (round % 7 === 3) await database.query('select 1/0').catch(() => undefined);
        const row =
          round % 3 === 0
            ? (await transactor.run((tx) => tx.query<ScopeRow>(SCOPE_QUERY)))[0]!
            : round % 3 === 1
              ? (await database.prepared<ScopeRow>('spec_seen', SCOPE_QUERY))[0]!
              : await look(database);
        used.add(row.pid);
        expect([round, row.tenants]).toEqual([round, expected]);
      });
    };
    await Promise.all(Array.from({ length: 300 }, (_unused, round) => one(round)));
    expect(used.size).toBeGreaterThanOrEqual(2);
    expect((await look(database)).tenants).toEqual([]);
  });

  it('cannot be widened by an invalid name of an owner', async () => {
    const { database } = await connect(CALLER_ROLE);
    await expect(withScope(of(`${OURS}","${THEIRS}`), () => look(database))).rejects.toThrow(/uuid|array/);
    await expect(withScope(of('} or true'), () => look(database))).rejects.toThrow(/uuid|array/);
    expect((await withScope(of(''), () => look(database))).tenants).toEqual([]);
  });

  it('lets a write reach only rows of the caller’s owners', async () => {
    const { database } = await connect(CALLER_ROLE);
    const write = (sql: string): Promise<unknown[]> => withScope(of(OURS), () => database.query(sql, [THEIRS]));
    await expect(
      write(
        `insert into installs.ventures (id, tenant_id, name, external_id) values (gen_random_uuid(), $1, 'x', 'x')`,
      ),
    ).rejects.toThrow('row-level security');
    expect(await write(`update installs.tenants set standing_at = now() where id = $1 returning id`)).toEqual([]);
    await expect(write('delete from installs.tenants where id = $1')).rejects.toThrow('permission denied');
    await owner.query(
      `insert into installs.host_operators (id, tenant_id, external_id, email) values (gen_random_uuid(), $1, 'x', 'x@them.example')`,
      [THEIRS],
    );
    expect(await write('delete from installs.host_operators where tenant_id = $1 returning id')).toEqual([]);
    const { rows } = await owner.query('select name from installs.tenants where id = $1', [THEIRS]);
    expect(rows).toEqual([{ name: THEIRS }]);
  });

  it('is bypassed only explicitly, outside of a transaction, and for one owner only when it is the caller’s', async () => {
    const { database, transactor } = await connect(CALLER_ROLE);
    const tenants = async (): Promise<string[]> => (await look(database)).tenants;
    expect(await withScope(of(OURS), () => bypassRowSecurity(tenants))).toHaveLength(2);
    expect(await withScope(of(OURS), () => bypassRowSecurityFor(OURS, tenants))).toHaveLength(2);
    expect(() => withScope(of(OURS), () => bypassRowSecurityFor(THEIRS, tenants))).toThrow(AppError);
    expect(() => withScope(of(OURS), () => bypassRowSecurityFor([OURS, THEIRS], tenants))).toThrow(AppError);
    await expect(withScope(of(OURS), () => transactor.run(async () => bypassRowSecurity(tenants)))).rejects.toThrow(
      'tx.bypassRowSecurity',
    );
    // The rest of the call chain is in the caller's scope.
    expect(
      await withScope(of(OURS), async () => {
        await bypassRowSecurity(tenants);
        return tenants();
      }),
    ).toEqual([OURS]);
  });
});
