import { eventDigest, eventIdentity, eventList, isEmittedKind, parseEventRow, type EventRow } from '@portal/contract';
import { count } from '../../output/text.js';
import type { Act, Stage } from './act.js';
import { said } from './host.js';

/** Events are asked for again from this long before the newest one, as the host does: rows of one millisecond, late rows. */
const OVERLAP_MS = 5 * 60_000;
const FUTURE_MS = 5 * 60_000;
const SHOWN = 20;

/** Reads events by the rules of the host and says what it makes of each row. */
export const poll: Act = {
  summary: 'read events, metrics and billing by the rules of the host',
  async play(stage) {
    await readEvents(stage);
    const { host } = stage;
    await readNumbers(stage, 'metrics', host.endpoints!.metrics);
    await readNumbers(stage, 'billing', `${host.endpoints!.billing}?tenant_id=${encodeURIComponent(host.tenantId)}`);
  },
};

/** Reads events only. */
export const events: Act = { summary: 'read events', play: readEvents };

async function readNumbers({ host, teller }: Stage, step: string, path: string): Promise<void> {
  const bearer = host.installs.find(({ token }) => token !== '')?.token;
  const reply = await host.call('GET', path, bearer === undefined ? {} : { bearer });
  teller.expect(step, reply.data !== null, reply.data ? JSON.stringify(reply.data) : said(reply));
}

async function readEvents({ host, teller }: Stage): Promise<void> {
  const since = Math.max(0, host.cursorMs - OVERLAP_MS);
  const reply = await host.call('GET', `${host.endpoints!.events}?since=${since}`);
  const list = reply.data && eventList(reply.data);
  if (!list) return void teller.tell('events', 'fail', reply.data ? 'the answer has no list "events"' : said(reply));
  let fresh = 0;
  let lastTs = -Infinity;
  let ordered = true;
  const given = new Set<string>();
  for (const value of list) {
    const parsed = parseEventRow(value);
    if (!parsed.ok) {
      teller.tell('event', 'fail', `${parsed.issues[0]?.message} ${parsed.issues[0]?.fix}: the host skips this row`);
      continue;
    }
    const { row } = parsed;
    ordered &&= row.ts >= lastTs;
    lastTs = row.ts;
    const identity = eventIdentity(row);
    given.add(identity);
    const known = host.seen.get(identity);
    if (known === undefined) {
      fresh += 1;
      host.seen.set(identity, eventDigest(row));
      reportRow({ host, teller }, row, since, fresh <= SHOWN);
    } else if (known !== eventDigest(row))
      teller.tell(
        'event',
        'fail',
        `${identity} has changed since it was read: events are append-only, the host quarantines it`,
      );
    host.cursorMs = Math.max(host.cursorMs, Math.min(row.ts, host.io.now()));
  }
  if (fresh > SHOWN) teller.say(`and ${fresh - SHOWN} more`);
  teller.tell(
    'events',
    'ok',
    `asked since ${time(since)}: ${count(list.length, 'row')}, ${fresh} new, ${given.size - fresh} seen before`,
  );
  if (!ordered)
    teller.tell(
      'events',
      'note',
      'newest first or mixed: the host sorts them; oldest first is safer when a list is cut',
    );
}

/** A row that is as it should be is told while there are few; one that is not, always. */
function reportRow(
  { host, teller }: Pick<Stage, 'host' | 'teller'>,
  row: EventRow,
  since: number,
  withGood: boolean,
): void {
  const what = `${row.type} at ${time(row.ts)}${row.id === null ? ', known by its content' : `, id ${row.id}`}`;
  if (!isEmittedKind(row, host.manifest!.eventsEmitted))
    teller.tell('event', 'fail', `${what}: the manifest does not list this kind, the host quarantines it`);
  else if (row.ts <= since)
    teller.tell('event', 'fail', `${what}: not newer than since, so "since" is ignored or in another unit`);
  else if (row.ts > host.io.now() + FUTURE_MS)
    teller.tell('event', 'note', `${what}: in the future; is the clock right?`);
  else if (withGood) teller.tell('event', 'ok', what);
}

/** UTC. Also of a number that no date holds. */
function time(ms: number): string {
  return ms > 8.64e15 ? String(ms) : new Date(ms).toISOString();
}
