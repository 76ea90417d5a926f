// Reservations of timestamps to sign with: the cost of a signed call at the database, 64 calls of one Drive at a time.
// The product shares one statement among the calls that wait; the yardstick takes a statement, and so a commit, for
// every call.
import { connect } from './databases.mjs';
import { judge, median } from './frame.mjs';
import { startProduct } from './product.mjs';

const AT_ONCE = 64;
const DRIVE = '00000000-0000-4000-8000-00000000beef';

export const figures = () => ['reservations.shared'];

export const run = ({ scale, databases }) =>
  databases.use(async (url) => {
    await fill(url);
    const product = await startProduct(url, [['libs/secrets/src/index', 'SecretsCoreModule']], { pool: 10 });
    try {
      const keys = product.get('libs/secrets/src/keys/signing-keys.repository', 'SigningKeysRepository');
      const reservations = product.get('libs/secrets/src/calls/signing-reservations', 'SigningReservations');
      return [
        await measure(scale, {
          shared: () => reservations.next({ driveId: DRIVE }),
          single: () => keys.reserve({ driveId: DRIVE }),
        }),
      ];
    } finally {
      await product.close();
    }
  });

async function fill(url) {
  const client = await connect(url);
  try {
    await client.query(`insert into secrets.key_rings (scope, owner_id) values ('drive', $1)`, [DRIVE]);
    await client.query(
      `insert into secrets.signing_keys (id, scope, owner_id, version, sealed, fingerprint, not_before)
       values ($1, 'drive', $1, 1, 'v1.x', '00000000', '2026-01-01')`,
      [DRIVE],
    );
    await client.query('insert into secrets.signing_clocks (key_id) values ($1)', [DRIVE]);
  } finally {
    await client.end();
  }
}

async function measure(scale, { shared, single }) {
  const [rounds, calls, aloneCalls] = scale === 'quick' ? [1, 128, 8] : [5, 1_024, 128];
  await rate(shared, AT_ONCE, 128);
  await rate(single, AT_ONCE, 128);
  const values = { shared: [], single: [], alone: [] };
  for (let round = 0; round < rounds; round += 1) {
    values.shared.push(await rate(shared, AT_ONCE, calls));
    values.single.push(await rate(single, AT_ONCE, calls));
    values.alone.push(await rate(shared, 1, aloneCalls));
  }
  return judge({
    id: 'reservations.shared',
    workload: `reservations to sign for one Drive, ${AT_ONCE} calls at once`,
    unit: 'reservations/s',
    product: values.shared,
    yardstick: { name: 'a statement per call', values: values.single },
    goal: 2,
    extra: { alone_ms: Number((1_000 / median(values.alone)).toPrecision(3)) },
  });
}

/** Reservations per second; every timestamp must be its own. */
async function rate(reserve, atOnce, calls) {
  const seen = new Set();
  let left = calls;
  const from = performance.now();
  await Promise.all(
    Array.from({ length: atOnce }, async () => {
      while (left-- > 0) seen.add((await reserve()).timestampMs);
    }),
  );
  const seconds = (performance.now() - from) / 1_000;
  if (seen.size !== calls) throw new Error(`${calls} reservations gave ${seen.size} timestamps`);
  return calls / seconds;
}
