// Storing events of Drives exactly once: the product's statement, batch by batch in transactions of their own, against COPY
// of the same rows into a table without any index. Sent a second time, they have to add nothing. Reading stores at most 1,000
// at a time; the other figure shows the effect of larger batches.
import crypto from 'node:crypto';
import { withProduct } from './databases.mjs';
import { judge, timed } from './frame.mjs';
import { fillPolls, worldSettings } from './poll-world.mjs';

const KINDS = ['install.created', 'content.published', 'content.draft_ready', 'audit_completed', 'message_received'];
/** Goals by rows in a batch. */
const BATCHES = { 1_000: 0.28, 20_000: 0.42 };
const SCALES = { quick: [1, 2_000], usual: [3, 100_000], full: [5, 400_000] };
const COLUMNS = 'install_id, identity, digest, kind, ts, payload, quarantine, named';

export const run = ({ scale, databases }) =>
  databases.use(async (url) => {
    const [rounds, count] = SCALES[scale];
    const settings = worldSettings();
    await fillPolls(url, { ports: [1], each: 1, settings });
    const modules = [['libs/installs/src/index', 'InstallsWorkerModule']];
    return withProduct(url, modules, { settings }, async ({ client, get }) => {
      const { rows } = await client.query('select id from installs.installs');
      const store = storing(get, rows[0].id);
      const events = eventsOf(count);
      const lines = copied(rows[0].id, events);
      const rates = { copy: [], 1_000: [], 20_000: [] };
      for (let round = 0; round < rounds; round += 1) {
        rates.copy.push(count / (await copyTime(client, lines)));
        for (const batch of Object.keys(BATCHES)) {
          await client.query('truncate installs.drive_events, installs.event_counts');
          await client.query('checkpoint');
          rates[batch].push(count / (await timed(() => store(events, Number(batch)))));
        }
      }
      const resent = count / (await timed(() => store(events, 1_000)));
      const { rows: kept } = await client.query(
        'select count(*)::int as n, count(distinct identity)::int as ids from installs.drive_events',
      );
      if (kept[0].n !== count || kept[0].ids !== count) throw new Error(`${kept[0].n} rows instead of ${count}`);
      return Object.entries(BATCHES).map(([batch, goal]) =>
        judge({
          id: batch === '1000' ? 'events.batch' : 'events.backfill',
          workload: `${count} events stored exactly once, ${batch} at a time`,
          unit: 'rows/s',
          product: rates[batch],
          yardstick: { name: 'COPY without an index', values: rates.copy },
          goal,
          extra: { resent_rows_s: Math.round(resent) },
        }),
      );
    });
  });

/** Stores events of an install as reading them does. */
function storing(get, installId) {
  const events = get('libs/installs/src/polling/drive-events.repository', 'DriveEventsRepository');
  const transactor = get('libs/platform/src/database/index', 'Transactor');
  return async (all, batch) => {
    for (let at = 0; at < all.length; at += batch)
      await transactor.run((tx) => events.store(tx, installId, all.slice(at, at + batch)));
  };
}

const eventsOf = (count) =>
  Array.from({ length: count }, (_, i) => ({
    identity: `id:evt_${i.toString(36).padStart(10, '0')}_${((i * 2654435761) >>> 0).toString(36)}`,
    digest: crypto.createHash('sha256').update(String(i)).digest('hex'),
    kind: KINDS[i % KINDS.length],
    tsMs: 1_790_000_000_000 + i,
    payload: {
      tenant_id: `ten_${i % 5_000}`,
      venture_id: `ven_${i % 9_000}`,
      title: 'A published article about something '.padEnd(60, 'x'),
      words: i % 3_000,
      url: `https://copyforge.example/a/${i}`,
    },
    quarantine: null,
    named: false,
  }));

/** The events in COPY's text format, in pieces of 64 KiB. None of them has a character that is to be escaped. */
function copied(installId, events) {
  const pieces = [];
  let text = '';
  for (const { identity, digest, kind, tsMs, payload } of events) {
    text += `${[installId, identity, digest, kind, new Date(tsMs).toISOString(), JSON.stringify(payload), '\\N', 'f'].join('\t')}\n`;
    if (text.length > 65_536) {
      pieces.push(Buffer.from(text));
      text = '';
    }
  }
  return [...pieces, Buffer.from(text)];
}

async function copyTime(client, pieces) {
  await client.query('drop table if exists installs.bench_copied');
  await client.query(
    'create table installs.bench_copied (like installs.drive_events including defaults including identity)',
  );
  await client.query('checkpoint');
  return timed(() => copyIn(client, `copy installs.bench_copied (${COLUMNS}) from stdin`, pieces));
}

/**
 * Runs `copy … from stdin` with these pieces, Buffers in the text format: the connection of pg knows the messages, but has no
 * query for them.
 */
function copyIn(client, text, pieces) {
  return new Promise((resolve, reject) => {
    let failure;
    client.query({
      submit: (connection) => connection.query(text),
      handleCopyInResponse(connection) {
        for (const piece of pieces) connection.sendCopyFromChunk(piece);
        connection.endCopyFrom();
      },
      handleCommandComplete() {},
      handleError(error) {
        failure = error;
      },
      handleReadyForQuery: () => (failure ? reject(failure) : resolve()),
    });
  });
}
