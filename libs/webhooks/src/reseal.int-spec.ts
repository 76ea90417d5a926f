import { Test, type TestingModule } from '@nestjs/testing';
import { IdentityWorkerModule } from '@portal/identity';
import { Secret } from '@portal/kernel';
import { PlatformModule, PlatformWorkerModule } from '@portal/platform';
import { ResealJob, SealedBox, SealedStores } from '@portal/platform/crypto';
import { Database } from '@portal/platform/database';
import { testConfig } from '../../../test/support/config.js';
import { createTestDatabase, type TestDatabase } from '../../../test/support/database/database.js';
import { webhookSeal } from './persistence/sealed-webhook-secrets.js';
import { WebhooksWorkerModule } from './webhooks.module.js';

const COLUMN = 'webhooks.secrets.sealed';
const KEK = (kid: string, seed: number) =>
  `${kid}:${Buffer.from(Array.from({ length: 32 }, (_, i) => (i * seed + 3) % 256)).toString('base64')}`;
const [OLD, NEW, OTHER] = [KEK('old', 7), KEK('new', 11), KEK('other', 13)];
const SECRETS = 7;

let database: TestDatabase;
const modules: TestingModule[] = [];
const ids: string[] = [];
beforeAll(async () => {
  database = await createTestDatabase();
  const box = (await worker(OLD)).get(SealedBox);
  for (let i = 0; i < SECRETS; i++) {
    const [row] = await sql<{ id: string }>(
      `with made as (insert into webhooks.endpoints (id, org_id, url, description, event_types, created_at)
         values (gen_random_uuid(), gen_random_uuid(), 'https://hooks.example', '', array['payout.settled'], now()) returning id)
       insert into webhooks.secrets (id, endpoint_id, sealed, created_at) select gen_random_uuid(), id, '', now() from made returning id`,
    );
    ids.push(row!.id);
    await sql('update webhooks.secrets set sealed = $2 where id = $1', [
      row!.id,
      box.seal(new Secret(`secret number ${i}`), webhookSeal(row!.id)),
    ]);
  }
});
afterAll(async () => {
  for (const module of modules) await module.close();
  await database.drop();
});

/** A worker with this keyring. */
async function worker(keyring: string): Promise<TestingModule> {
  const module = await Test.createTestingModule({
    imports: [
      PlatformModule.forRoot(testConfig(database.url, { KEYRING: keyring }), 'test'),
      PlatformWorkerModule,
      IdentityWorkerModule,
      WebhooksWorkerModule,
    ],
  }).compile();
  modules.push(module);
  return module;
}
const sql = <R>(text: string, params: unknown[] = []) => modules[0]!.get(Database).query<R>(text, params);
const run = (of: TestingModule) => of.get(ResealJob).run();
const kids = async () =>
  Object.fromEntries(
    (
      await sql<{ kid: string; n: number }>(
        `select split_part(sealed, '.', 2) as kid, count(*)::int as n from webhooks.secrets group by 1`,
      )
    ).map(({ kid, n }) => [kid, n]),
  );
const older = async () =>
  (await sql<{ older: number }>('select older::int from platform.sealed_counts where store = $1', [COLUMN]))[0]?.older;
const runs = () =>
  sql<{ kid: string; resealed: number; done: boolean; broken: number | null }>(
    'select kid, resealed::int, finished_at is not null as done, broken from platform.reseal_runs order by started_at, id',
  );

describe('the re-encryption job', () => {
  it('does nothing while one key encrypts everything', async () => {
    await run(modules[0]!);
    expect([await kids(), await older(), await runs()]).toEqual([{ old: SECRETS }, 0, []]);
  });

  it('continues in the same run when killed in the middle, and reports meanwhile what is left', async () => {
    const both = await worker(`${NEW},${OLD}`);
    const store = both
      .get(SealedStores)
      .all()
      .find(({ name }) => name === COLUMN)!;
    const replace = store.replace.bind(store);
    const list = store.sealedByOthers.bind(store);
    // Batches of two, so that some are committed when it dies.
    store.sealedByOthers = (kid, after) => list(kid, after, 2);
    let left = 5;
    store.replace = (...given) => {
      if (left-- === 0) throw new Error('killed');
      return replace(...given);
    };
    await expect(run(both)).rejects.toThrow('killed');
    expect([await kids(), await older()]).toEqual([{ new: 4, old: SECRETS - 4 }, SECRETS - 4]);
    expect(await runs()).toEqual([{ kid: 'new', resealed: 4, done: false, broken: null }]);
    left = 1_000;
    await run(both);
    expect([await kids(), await older()]).toEqual([{ new: SECRETS }, 0]);
    expect(await runs()).toEqual([{ kid: 'new', resealed: SECRETS, done: true, broken: 0 }]);
    // Nothing needs the old key any more, and every value is unchanged.
    const box = (await worker(NEW)).get(SealedBox);
    for (const [i, id] of ids.entries()) {
      const [row] = await sql<{ sealed: string }>('select sealed from webhooks.secrets where id = $1', [id]);
      expect(box.open(row!.sealed, webhookSeal(id)).reveal()).toBe(`secret number ${i}`);
    }
  });

  it('does nothing in a worker that was not restarted yet, instead of using the old key', async () => {
    const late = await worker(`${OLD},${NEW}`);
    await run(late);
    expect(await kids()).toEqual({ new: SECRETS });
  });

  it('counts a value that no key opens, and does not try it for ever', async () => {
    await sql(
      `update webhooks.secrets set sealed = 'v1.gone.' || split_part(sealed, '.', 3) || '.' || split_part(sealed, '.', 4) where id = $1`,
      [ids[0]],
    );
    const third = await worker(`${OTHER},${NEW}`);
    await run(third);
    expect([await kids(), await older()]).toEqual([{ other: SECRETS - 1, gone: 1 }, 1]);
    const before = await runs();
    expect(before.at(-1)).toEqual({ kid: 'other', resealed: SECRETS - 1, done: true, broken: 1 });
    await run(third);
    expect(await runs()).toEqual(before);
  });
});
