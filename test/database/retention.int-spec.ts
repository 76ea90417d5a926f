import { readFileSync } from 'node:fs';
import path from 'node:path';
import { Config } from '@portal/platform/config';
import { Transactor } from '@portal/platform/database';
import { deletionSql, PurgeOld, retentionRules } from '@portal/platform/retention';
import '../../apps/worker/src/worker.module.js';
import { ModuleWorld } from '../support/database/module-world.js';

describe('what is kept for how long', () => {
  const world = ModuleWorld.forTests();
  const purge = () => new PurgeOld(world.module.get(Transactor), world.module.get(Config)).execute();

  it('has a rule per table that the product may delete, a row in docs/retention.md each, and none for what is kept', async () => {
    const docs = readFileSync(path.resolve(__dirname, '../../docs/retention.md'), 'utf8');
    const listed = [...docs.matchAll(/^\| `([a-z_.]+)`/gm)].map(([, table]) => table);
    expect([...new Set(retentionRules().map(({ table }) => table))]).toEqual(listed);
    await world.owner.query('begin; set local role portal_app');
    for (const rule of retentionRules()) expect((await world.owner.query(deletionSql(rule), [1, 10])).rows).toEqual([]);
    await world.owner.query('rollback');
    const { rows: kept } = await world.owner.query(
      `select tgrelid::regclass::text as table from pg_trigger where tgname in ('append_only', 'kept') and tgrelid = any ($1::regclass[])`,
      [listed],
    );
    expect(kept).toEqual([]);
  });

  it('deletes events that all consumers have handled with their deliveries, and no other event', async () => {
    const old = `clock_timestamp() - interval '91 days'`;
    await world.owner.query(`
      insert into platform.outbox_events (id, type, version, payload, created_at, relayed_at)
        select gen_random_uuid(), x, 1, '{}', case x when 'young' then now() else ${old} end, case x when 'waiting' then null else now() end
        from unnest('{done,failed,partly,waiting,young}'::text[]) x;
      insert into platform.deliveries (event_id, consumer, lane, state, done_at)
        select id, 'a', 'events', case type when 'failed' then 'failed' else 'done' end, case type when 'failed' then null else now() end
          from platform.outbox_events where type <> 'waiting'
        union all select id, 'b', 'events', 'pending', null from platform.outbox_events where type = 'partly'`);
    await purge();
    const { rows } = await world.owner.query<{ type: string }>('select type from platform.outbox_events order by type');
    expect(rows.map(({ type }) => type)).toEqual(['failed', 'partly', 'waiting', 'young']);
    expect((await world.owner.query('select from platform.deliveries')).rowCount).toBe(4);
  });

  it('deletes the answer to a request after a day', async () => {
    await world.owner.query(
      `insert into platform.idempotency_keys (scope, key, request_hash, status, body, created_at)
       select 's', n::text, '', 200, '{}', clock_timestamp() - n * interval '1 hour' from unnest('{23,25}'::int[]) n`,
    );
    await purge();
    const { rows } = await world.owner.query<{ key: string }>('select key from platform.idempotency_keys');
    expect(rows).toEqual([{ key: '23' }]);
  });
});
