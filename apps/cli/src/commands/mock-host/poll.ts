import {
  contractMajor,
  eventDigest,
  eventIdentity,
  eventList,
  isEmittedKind,
  parseEventRow,
  type EventRow,
} from '@portal/contract';
import { count } from '../../output/text.js';
import type { Act, Stage } from './act.js';
import { outcome } from './host.js';

/** Polls overlap by this much, as those of the host do, to catch late rows and rows of the same millisecond. */
const OVERLAP_MS = 5 * 60_000;
const FUTURE_MS = 5 * 60_000;
const SHOWN = 20;

/** Reads events by the rules of the host and reports the handling of each row. */
export const poll: Act = {
  summary: 'read events, metrics and billing by the rules of the host',
  async run(stage) {
    await readEvents(stage);
    const { host } = stage;
    await readNumbers(stage, 'metrics', host.endpoints!.metrics);
    await readNumbers(stage, 'billing', `${host.endpoints!.billing}?tenant_id=${encodeURIComponent(host.tenantId)}`);
  },
};

/** Reads events only. */
export const events: Act = { summary: 'read events', run: readEvents };

async function readNumbers({ host, reporter }: Stage, step: string, path: string): Promise<void> {
  const bearer = host.installs.find(({ token }) => token !== '')?.token;
  const reply = await host.call('GET', path, bearer === undefined ? {} : { bearer });
  reporter.expect(step, reply.data !== null, reply.data ? JSON.stringify(reply.data) : outcome(reply));
}

async function readEvents({ host, reporter }: Stage): Promise<void> {
  const since = Math.max(0, host.cursorMs - OVERLAP_MS);
  const reply = await host.call('GET', `${host.endpoints!.events}?since=${since}`);
  const list = reply.data && eventList(reply.data);
  if (!list) return reporter.fail('events', reply.data ? 'the response has no list "events"' : outcome(reply));
  let fresh = 0;
  let lastTs = -Infinity;
  let ordered = true;
  const given = new Set<string>();
  for (const value of list) {
    const parsed = parseEventRow(value, '', contractMajor(host.manifest!));
    if (!parsed.ok) {
      reporter.fail('event', `${parsed.issues[0]?.message} ${parsed.issues[0]?.fix}: the host skips this row`);
      continue;
    }
    const { row } = parsed;
    ordered &&= row.ts >= lastTs;
    lastTs = row.ts;
    const identity = eventIdentity(row);
    given.add(identity);
    const known = host.digests.get(identity);
    if (known === undefined) {
      fresh += 1;
      host.digests.set(identity, eventDigest(row));
      reportRow({ host, reporter }, row, since, fresh <= SHOWN);
    } else if (known !== eventDigest(row))
      reporter.fail(
        'event',
        `${identity} changed after it was read. Events are append-only, so the host quarantines it`,
      );
    host.cursorMs = Math.max(host.cursorMs, Math.min(row.ts, host.io.now()));
  }
  if (fresh > SHOWN) reporter.comment(`and ${fresh - SHOWN} more`);
  reporter.ok(
    'events',
    `since ${time(since)}: ${count(list.length, 'row')}, ${fresh} new, ${given.size - fresh} already read`,
  );
  if (!ordered)
    reporter.note(
      'events',
      'not sorted oldest first. The host sorts them, but oldest first is safer when a list is truncated',
    );
}

/** Reports a row with a problem always, and a correct one only while there are few. */
function reportRow(
  { host, reporter }: Pick<Stage, 'host' | 'reporter'>,
  row: EventRow,
  since: number,
  withGood: boolean,
): void {
  const what = `${row.type} at ${time(row.ts)}${row.id === null ? ', identified by its content' : `, id ${row.id}`}`;
  if (!isEmittedKind(row, host.manifest!.eventsEmitted))
    reporter.fail('event', `${what}: the manifest does not list this kind, so the host quarantines it`);
  else if (row.ts <= since)
    reporter.fail('event', `${what}: not newer than "since". Your Drive ignores "since" or reads it in another unit`);
  else if (row.ts > host.io.now() + FUTURE_MS) reporter.note('event', `${what}: in the future. Check the clock`);
  else if (withGood) reporter.ok('event', what);
}

/** UTC. Also of a number that no date holds. */
function time(ms: number): string {
  return ms > 8.64e15 ? String(ms) : new Date(ms).toISOString();
}
