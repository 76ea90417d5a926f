import fc from 'fast-check';
import { Client } from 'pg';
import { KeyModel, keySteps, type KeyStep } from '../../../../test/support/people/key-model.js';
import { KeysWorld } from '../../../../test/support/people/keys-world.js';
import { SigningKeysRepository } from './signing-keys.repository.js';

const START_MS = Date.parse('2026-11-01T00:00:00.000Z');

describe('the tables and the model of the guarantees to an author', () => {
  const world = KeysWorld.forTests();
  let owner: Client;
  beforeAll(async () => {
    // Time in this database only moves on request, so that boundaries can be hit to the millisecond.
    owner = new Client({ connectionString: world.database.url });
    await owner.connect();
    world.beforeClose(() => owner.end());
    await owner.query(`create table platform.still (at timestamptz not null);
      insert into platform.still values (to_timestamp(0));
      grant select on platform.still to public;
      create or replace function platform.portal_now() returns timestamptz language sql volatile as 'select at from platform.still'`);
  });

  const setClock = (ms: number) => owner.query('update platform.still set at = $1', [new Date(START_MS + ms)]);

  async function perform(driveId: string, model: KeyModel, act: KeyStep['act']): Promise<void> {
    switch (act) {
      case 'rotate':
        return void (await world.rotate({ driveId }));
      case 'force':
        return void (await world.rotate({ driveId }, { force: true }));
      case 'leak':
        return void (await world.rotate({ driveId }, { mode: 'leaked' }));
      case 'end':
        return world.end({ driveId }, model.newest - 1);
      case 'none':
        return;
    }
  }

  /** The keys with which the repository would sign now: first choice, and the one after a refusal. */
  async function signs(driveId: string): Promise<number[]> {
    const repository = world.get(SigningKeysRepository);
    const first = await repository.reserve({ driveId });
    const second = first && (await repository.reserve(first, { except: first.version }));
    return [first, second].flatMap((row) => row?.version ?? []);
  }

  it('agree over random sequences, asked 1 ms before, at and 1 ms after every boundary', async () => {
    let asked = 0;
    let refused = 0;
    await fc.assert(
      fc.asyncProperty(keySteps(8), async (steps) => {
        const driveId = world.ids.next();
        const model = new KeyModel();
        await setClock(0);
        await world.issue({ driveId });
        for (const step of steps) {
          const newest = model.newest;
          await setClock(model.nowMs + step.advanceMs);
          const before = Object.assign(new KeyModel(), { newest });
          const expected = model.apply(step);
          // Before the first rotation there is no older key to name.
          const refusal = step.act === 'end' && newest === 1 ? 404 : 409;
          const outcome = await perform(driveId, before, step.act).then(
            () => 'done',
            (error: { status?: number }) => (error.status === refusal ? 'refused' : Promise.reject(error)),
          );
          if (outcome !== expected) throw new Error(`${step.act} is ${outcome}, by the model ${expected}`);
          if (outcome === 'refused') refused++;
        }
        const rows = await world.keys.list(driveId);
        if (rows[0]?.version !== model.newest) throw new Error('not the newest version of the model');
        for (const boundary of model.boundariesMs)
          for (const ms of [boundary - 1, boundary, boundary + 1]) {
            if (ms < model.nowMs) continue;
            await setClock(ms);
            asked++;
            const found = await signs(driveId);
            if (found.join() !== model.validAt(ms).join())
              throw new Error(
                `at ${ms} the database signs with ${found.join()}, the model with ${model.validAt(ms).join()}`,
              );
          }
      }),
      { numRuns: 20 },
    );
    expect(asked).toBeGreaterThan(20);
    expect(refused).toBeGreaterThan(3);
  });
});
