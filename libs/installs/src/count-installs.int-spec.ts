import { randomUUID } from 'node:crypto';
import { InstallCounts } from '@portal/listings';
import { Client } from 'pg';
import { insertVenture } from '../../../test/support/database/inserted-installs.js';
import { ListingsWorld } from '../../../test/support/drives/listings.js';
import { InstallsModule, InstallsWorkerModule } from './installs.module.js';

const DRIVES = 3;
const AT_ONCE = 6;
const ROUNDS = 25;

describe('the number of running installs of a Drive', () => {
  const world = ListingsWorld.forTests({}, [InstallsModule, InstallsWorkerModule]);
  const drives: { driveId: string; revisionId: string }[] = [];
  let tenantId: string;
  let orgId: string;

  beforeAll(async () => {
    const ada = await world.author('ada');
    orgId = ada.orgId;
    ({ tenantId } = await insertVenture(world.app));
    for (let i = 0; i < DRIVES; i++) {
      const { driveId } = await world.reserve(ada, `counted-${i}`);
      drives.push({ driveId, revisionId: randomUUID() });
    }
  });

  const ADD = `with v as (insert into installs.ventures (id, tenant_id, name, external_id)
      select gen_random_uuid(), $2, 'V', gen_random_uuid()::text from generate_series(1, $5::int) returning id)
    insert into installs.installs (id, tenant_id, venture_id, drive_id, org_id, state, revision_id, digest, version, origin, permissions, config, amount,
      operator_email, scoped_token, drive_install_id, activated_at)
    select gen_random_uuid(), $2, v.id, $1, $3, 'active', $4, repeat('a', 64), '1.0.0', 'http://127.0.0.1:1', '{}', '{}', 0, 'o@x.example', 't', 'i', now() from v`;
  const counted = async (): Promise<number[]> => {
    const counts = await world.app.get(InstallCounts).byDrive(drives.map(({ driveId }) => driveId));
    return drives.map(({ driveId }) => counts.get(driveId) ?? 0);
  };
  const real = (): Promise<number[]> =>
    Promise.all(
      drives.map(({ driveId }) =>
        world.value<number>(`select count(*)::int from installs.installs where drive_id = $1 and state = 'active'`, [
          driveId,
        ]),
      ),
    );

  it('is correct after many concurrent installs, ends, moves, failures and rollbacks', async () => {
    const work = async (worker: number): Promise<void> => {
      const client = new Client({ connectionString: world.app.database.url });
      await client.connect();
      try {
        for (let round = 0; round < ROUNDS; round++) {
          const { driveId, revisionId } = drives[(worker + round) % DRIVES]!;
          await client.query('begin');
          await client.query(ADD, [driveId, tenantId, orgId, revisionId, 1 + (round % 3)]);
          if (round % 4 === 1)
            await client.query(
              `update installs.installs set state = 'revoking', ended_at = now() where id in (select id from installs.installs where drive_id = $1 and state = 'active' order by random() limit 2 for update skip locked)`,
              [driveId],
            );
          await client.query(round % 5 === 4 ? 'rollback' : 'commit');
        }
      } finally {
        await client.end();
      }
    };
    await Promise.all(Array.from({ length: AT_ONCE }, (_, worker) => work(worker)));
    const numbers = await counted();
    expect(numbers).toEqual(await real());
    expect(Math.min(...numbers)).toBeGreaterThan(10);
  });

  it('is correct after one statement about thousands, and after one that changes no state', async () => {
    await world.app.byOwner(ADD, [drives[0]!.driveId, tenantId, orgId, drives[0]!.revisionId, 5_000]);
    await world.db.query(`update installs.installs set polled_at = now() where drive_id = $1`, [drives[0]!.driveId]);
    expect(await counted()).toEqual(await real());
    await world.db.query(
      `update installs.installs set state = 'revoking', ended_at = now() where drive_id = any($1) and state = 'active'`,
      [drives.map(({ driveId }) => driveId)],
    );
    expect(await counted()).toEqual([0, 0, 0]);
  });
});
