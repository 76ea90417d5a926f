import { OwnDatabase } from '../../../../test/support/database/database.js';
import type { Database } from '../database/database.js';
import { Deliveries } from './deliveries.js';

const ROWS = 50_000;
/** Rows of deliveries that a sweep may read: two hundred of each queue, and as many of workers that were lost. */
const MOST_READ = 1_000;

interface Plan {
  'Node Type': string;
  'Relation Name'?: string;
  'Actual Rows': number;
  'Actual Loops': number;
  'Rows Removed by Filter'?: number;
  Plans?: Plan[];
}

describe(`among ${ROWS} deliveries that wait, a worker`, () => {
  const world = OwnDatabase.forTests();
  const read: { total: number; scans: string[] } = { total: 0, scans: [] };

  /** Sends what it is asked as an explanation that is carried out and rolled back. */
  const explained = {
    query: async (text: string, values: unknown[]): Promise<[]> => {
      await world.owner.query('begin');
      const { rows } = await world.owner.query<{ 'QUERY PLAN': [{ Plan: Plan }] }>(
        `explain (analyze, timing off, format json) ${text}`,
        values,
      );
      await world.owner.query('rollback');
      const all = (node: Plan): Plan[] => [node, ...(node.Plans ?? []).flatMap(all)];
      for (const node of all(rows[0]!['QUERY PLAN'][0].Plan)) {
        if (node['Relation Name'] !== 'deliveries' || node['Node Type'] === 'ModifyTable') continue;
        read.scans.push(node['Node Type']);
        read.total += (node['Actual Rows'] + (node['Rows Removed by Filter'] ?? 0)) * node['Actual Loops'];
      }
      return [];
    },
  };
  const deliveries = new Deliveries(undefined as never, explained as unknown as Database);

  beforeAll(async () => {
    // Without their events.
    await world.owner.query(`set session_replication_role = 'replica';
      insert into platform.workers (no, lease_until) values (1, 'infinity');
      insert into platform.deliveries (event_id, consumer, lane, claimed_by, enqueued_at)
        select gen_random_uuid(), 'spec', (array['events', 'drives', 'money'])[n % 3 + 1], case when n <= 40 then 1 end,
          clock_timestamp() - interval '1 hour' * (n % 2)
        from generate_series(1, ${ROWS}) n;
      analyze platform.deliveries`);
  });
  beforeEach(() => Object.assign(read, { total: 0, scans: [] }));

  it.each([
    ['of a queue at full load', { events: new Date(0), drives: new Date(0), money: new Date(0) }],
    ['of a queue whose jobs were lost', {}],
  ])('sweeps what is left behind without reading the backlog %s', async (_what, progress) => {
    await deliveries.sweep(progress, [
      { eventId: '00000000-0000-4000-8000-000000000000', consumer: 'spec', attempts: 1 },
    ]);
    expect(read.scans).not.toContain('Seq Scan');
    expect(read.total).toBeGreaterThan(0);
    expect(read.total).toBeLessThan(2 * MOST_READ);
  });

  it('finds what it has claimed itself by its number', async () => {
    await deliveries.heldBy(1);
    expect([read.total, read.scans.includes('Seq Scan')]).toEqual([40, false]);
  });
});
