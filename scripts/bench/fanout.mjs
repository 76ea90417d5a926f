// Events of the host to plugins, each at an origin of its own: what one worker delivers a second, against the number of calls
// that it makes at a time divided by the time in which a Drive answers. Each event is signed, sent and recorded as in
// production. Warm, every origin has a connection and gets several events; cold, none has, and each gets one.
import { withProduct } from './databases.mjs';
import { judge, timed } from './frame.mjs';
import { fillPolls, worldSettings } from './poll-world.mjs';
import { withDrives } from './with-drives.mjs';

/** Calls that a worker makes at a time (libs/platform/src/jobs/receiver-round.ts). */
const AT_ONCE = 24;
/** Long enough that the worker waits for Drives and not for the cores, which Drives and database share with it here. */
const DELAY_MS = 200;
/** Drives drop a connection that nobody used for two seconds: before a round all are closed. */
const COOL_MS = 3_000;
const WARM = { id: 'fanout.warm', goal: 0.8 };
const COLD = { id: 'fanout.cold', goal: 0.6 };
const SCALES = {
  quick: { warm: { drives: 24, each: 2, rounds: 1 }, cold: { drives: 48, each: 1, rounds: 1 } },
  usual: { warm: { drives: 120, each: 8, rounds: 3 }, cold: { drives: 10_000, each: 1, rounds: 1 } },
  full: { warm: { drives: 480, each: 8, rounds: 5 }, cold: { drives: 10_000, each: 1, rounds: 3 } },
};

export const run = async ({ scale, databases }) => [
  await measure(WARM, SCALES[scale].warm, databases),
  await measure(COLD, SCALES[scale].cold, databases),
];

const measure = ({ id, goal }, { drives: count, each, rounds }, databases) =>
  withDrives({ drives: count, delayMs: DELAY_MS }, (drives) =>
    databases.use(async (url) => {
      const settings = worldSettings();
      await fillPolls(url, { ports: drives.ports, each: 1, settings });
      const modules = [['libs/installs/src/index', 'InstallsWorkerModule']];
      return withProduct(url, modules, { settings, pool: 10 }, async ({ client, get }) => {
        const deliver = get('libs/installs/src/host-events/deliver-events', 'DeliverEvents');
        const round = async (name, events) => {
          await handIn(client, name, events);
          await drives.ask('reset');
          const seconds = await timed(() => deliver.execute());
          const { receive, connections } = await drives.ask('count');
          if (receive !== events * count) throw new Error(`${receive} events arrived instead of ${events * count}`);
          const least = id === COLD.id ? count : 0;
          if ((connections ?? 0) < least) throw new Error(`${connections} connections instead of ${least}: not cold`);
          return receive / seconds;
        };
        if (id === WARM.id) await round('warm', 1);
        const rates = [];
        for (let n = 0; n < rounds; n += 1) {
          if (id === COLD.id) await new Promise((resolve) => setTimeout(resolve, n === 0 ? 0 : COOL_MS));
          rates.push(await round(`round-${n}`, each));
        }
        const { rows } = await client.query(
          `select count(*)::int as n from installs.deliveries where state <> 'delivered' or attempts <> 1`,
        );
        if (rows[0].n > 0) throw new Error(`${rows[0].n} events were not delivered by one call`);
        const what = each === 1 ? 'an event' : `${each} events`;
        return judge({
          id,
          workload: `${what} to each of ${count} origins that answer in ${DELAY_MS} ms, ${AT_ONCE} calls at a time`,
          unit: 'events/s',
          product: rates,
          yardstick: { name: 'calls at a time / latency', values: rates.map(() => AT_ONCE / (DELAY_MS / 1_000)) },
          goal,
        });
      });
    }),
  );

/** Events of the host that wait for every install. */
async function handIn(client, name, events) {
  await client.query(
    `insert into installs.host_event_kinds (kind, description, changed_at) values ('bench.event', 'Measured.', now()) on conflict do nothing`,
  );
  await client.query(
    `with e as (
       insert into installs.host_events (id, kind, tenant_id, ts, payload, digest, received_at)
       select $1 || '-' || g, 'bench.event', (select id from installs.tenants limit 1), now(), '{"contact": "c-1"}', 'd', now() from generate_series(1, $2::int) g
       returning id, kind),
     d as (
       insert into installs.deliveries (id, install_id, event_id, kind)
       select gen_random_uuid(), i.id, e.id, e.kind from installs.installs i, e)
     insert into installs.delivery_queues (install_id, drive_id, next_attempt_at) select id, drive_id, clock_timestamp() from installs.installs
     on conflict (install_id) do update set next_attempt_at = clock_timestamp()`,
    [name, events],
  );
}
