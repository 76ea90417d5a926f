// The turn to sign: what a signed call pays at the database, 64 calls of one Drive at a time. The product shares one
// statement among the calls that wait; the yardstick takes a statement, and so a commit, for every call.
import { createRequire } from 'node:module';
import { createProgress } from '../lib/progress.mjs';
import { inRoot } from '../lib/root.mjs';
import { prepareTestDatabase } from '../lib/test-database.mjs';
import { judge } from './frame.mjs';

const require = createRequire(import.meta.url);
const AT_ONCE = 64;
const CALLS = 1_024;

export async function run({ rounds = 5 } = {}) {
  const database = await prepareTestDatabase({ progress: createProgress({ quiet: true, stream: process.stderr }) });
  const { createDataSource, Database } = require(inRoot('dist/libs/platform/src/index.js'));
  const { SigningKeysRepository } = require(inRoot('dist/libs/secrets/src/persistence/signing-keys.repository.js'));
  const { SigningTurns } = require(inRoot('dist/libs/secrets/src/signing-turns.js'));
  const source = await createDataSource({ url: database.url, pool: 10, applicationName: 'bench' }).initialize();
  try {
    const driveId = '00000000-0000-4000-8000-00000000beef';
    await source.query(`insert into secrets.key_rings (scope, owner_id) values ('drive', $1)`, [driveId]);
    await source.query(
      `insert into secrets.signing_keys (id, scope, owner_id, version, sealed, fingerprint, not_before)
       values ($1, 'drive', $1, 1, 'v1.x', '00000000', '2026-01-01')`,
      [driveId],
    );
    await source.query('insert into secrets.signing_clocks (key_id) values ($1)', [driveId]);
    const keys = new SigningKeysRepository(new Database(source));
    const turns = new SigningTurns(keys);
    const shared = () => turns.next({ driveId });
    const single = () => keys.reserve({ driveId });
    await rate(shared, AT_ONCE, 128);
    await rate(single, AT_ONCE, 128);
    const values = { shared: [], single: [], alone: [] };
    for (let round = 0; round < rounds; round += 1) {
      values.shared.push(await rate(shared, AT_ONCE, CALLS));
      values.single.push(await rate(single, AT_ONCE, CALLS));
      values.alone.push(await rate(shared, 1, 128));
    }
    return [
      judge({
        id: 'turns.shared',
        workload: `turns to sign for one Drive, ${AT_ONCE} calls at once`,
        unit: 'turns/s',
        product: values.shared,
        yardstick: { name: 'a statement per call', values: values.single },
        goal: 2,
        extra: { alone_ms: Number((1_000 / values.alone.sort((a, b) => a - b)[rounds >> 1]).toPrecision(3)) },
      }),
    ];
  } finally {
    await source.destroy();
    await database.stop();
  }
}

/** Turns per second; every timestamp must be its own. */
async function rate(turn, atOnce, calls) {
  const seen = new Set();
  let left = calls;
  const from = performance.now();
  await Promise.all(
    Array.from({ length: atOnce }, async () => {
      while (left-- > 0) seen.add((await turn()).timestampMs);
    }),
  );
  const seconds = (performance.now() - from) / 1_000;
  if (seen.size !== calls) throw new Error(`${calls} turns gave ${seen.size} timestamps`);
  return calls / seconds;
}
