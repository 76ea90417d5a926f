// Cost of the scope of a caller's statement: a read of one row by one caller at a time and by sixteen at once, in
// the caller's scope and in the initial scope of the connection.
import crypto from 'node:crypto';
import { connect } from './databases.mjs';
import { judge, timed } from './frame.mjs';
import { part, startProduct } from './product.mjs';

const DATABASE = 'libs/platform/src/database/index';
const AT_ONCE = [1, 16];
const PERCENTILES = [50, 95];

const idOf = (callers, percent) => `scope.${callers}_p${percent}`;
export const figures = () => AT_ONCE.flatMap((callers) => PERCENTILES.map((percent) => idOf(callers, percent)));

export const run = ({ scale, databases }) =>
  databases.use(async (url) => {
    const tenant = crypto.randomUUID();
    await fill(url, tenant);
    const product = await startProduct(url, [], { pool: 16, role: part(DATABASE, 'CALLER_ROLE') });
    try {
      const database = product.get(DATABASE, 'Database');
      const read = () => database.prepared('bench_tenants', 'select id, name from installs.tenants');
      const scope = { kind: 'caller', personId: crypto.randomUUID(), owners: [tenant] };
      const within = part(DATABASE, 'withScope');
      const sides = { scoped: () => within(scope, read), nobody: read };
      if ((await sides.scoped()).length !== 1 || (await sides.nobody()).length !== 0)
        throw new Error('a caller sees other rows than their own');
      return await measure(sides, scale === 'quick' ? [2, 20] : [15, 400]);
    } finally {
      await product.close();
    }
  });

async function fill(url, tenant) {
  const client = await connect(url);
  await client.query('insert into installs.tenants (id, name, external_id) values ($1, $2, $2)', [tenant, tenant]);
  await client.end();
}

async function measure(sides, [rounds, perCaller]) {
  const taken = Object.fromEntries(figures().map((id) => [id, { scoped: [], nobody: [] }]));
  for (let round = -1; round < rounds; round += 1)
    for (const callers of AT_ONCE)
      for (const [name, read] of Object.entries(sides)) {
        const every = [];
        const caller = async () => {
          for (let i = 0; i < perCaller; i += 1) every.push(1_000 * (await timed(read)));
        };
        await Promise.all(Array.from({ length: callers }, caller));
        // The first round opens and warms the connections.
        if (round < 0) continue;
        every.sort((a, b) => a - b);
        for (const percent of PERCENTILES)
          taken[idOf(callers, percent)][name].push(every[Math.ceil((percent / 100) * every.length) - 1]);
      }
  return AT_ONCE.flatMap((callers) =>
    PERCENTILES.map((percent) => {
      const { scoped, nobody } = taken[idOf(callers, percent)];
      return judge({
        id: idOf(callers, percent),
        workload: `a row read in the caller's scope, ${callers} at once, percentile ${percent}`,
        unit: 'ms',
        product: scoped,
        yardstick: { name: 'no scope', values: nobody },
        lower: true,
      });
    }),
  );
}
