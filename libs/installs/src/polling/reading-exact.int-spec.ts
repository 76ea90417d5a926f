import { Transactor } from '@portal/platform/database';
import { examples, randomOf } from '../../../../test/support/examples.js';
import { event, ReadingWorld, type Host, type Installed } from '../../../../test/support/drives/reading-world.js';
import { PollInstalls } from './poll-installs.js';

const DRIVES = 20;
/** Rows of each Drive's log; 1,000,000 of all with `SOAK_TIMES=200`. */
const ROWS = examples(250);
/** Different times of a log, many rows have the same; rows older than five minutes are not requested again. */
const TIMES = 40;
const APART_MS = 90_000;
/** Parts in which a Drive's log becomes visible, each read by workers at the same time. */
const PARTS = 4;

type Row = ReturnType<typeof event>;

describe('reading logs with equal times, repetitions and rewrites from many Drives', () => {
  const random = randomOf();
  const world = ReadingWorld.forTests();
  const read: { drive: Host; install: Installed; log: Row[] }[] = [];

  beforeAll(async () => {
    for (let i = 0; i < DRIVES; i += 1) {
      const drive = await world.host();
      const install = await world.install(drive);
      read.push({ drive, install, log: logOf(install) });
    }
  });

  /** New events, events without an id that are equal, events sent again, and events whose data changed. */
  function logOf({ id }: Installed): Row[] {
    const from = Date.now() - TIMES * APART_MS;
    const log: Row[] = [];
    const row = (at: number, n: number, more: Row): Row =>
      event(from + at * APART_MS, { install_id: `ws_${id}`, payload: { n }, ...more });
    for (let i = 0; i < ROWS; i += 1) {
      const at = Math.floor((i * TIMES) / ROWS);
      const earlier = log[random(Math.max(log.length, 1))];
      const what = random(10);
      if (what < 2) log.push(row(at, random(3), {}));
      else if (what < 4 && earlier) log.push({ ...earlier });
      else if (what < 5 && earlier?.['id']) log.push(row(at, i, { id: earlier['id'] }));
      else if (what < 6) log.push(row(at, i, { id: `e${i}`, type: 'nobody.listed' }));
      else log.push(row(at, i, { id: `e${i}` }));
    }
    // A log is in the order of its times: a repeated row is next to the original.
    return log
      .map((one, i) => ({ one, i }))
      .sort((a, b) => Number(a.one['ts']) - Number(b.one['ts']) || a.i - b.i)
      .map(({ one }) => one);
  }

  /** Expected rows of a log: the first data under an id counts, other data is quarantined, once each. */
  function expected(log: readonly Row[]): string[] {
    const first = new Map<unknown, string>();
    const seen = new Set<string>();
    const lines: string[] = [];
    for (const { id, ts, type, payload } of log) {
      const data = `${String(ts)} ${String(type)} ${JSON.stringify(payload)}`;
      if (id !== undefined) {
        if (seen.has(`${String(id)} ${data}`)) continue;
        seen.add(`${String(id)} ${data}`);
        if (!first.has(id)) first.set(id, data);
      }
      const changed = id !== undefined && first.get(id) !== data;
      const why = type === 'nobody.listed' ? 'kind_not_listed' : changed ? 'changed_after_emission' : null;
      lines.push(`${data} ${String(why)}`);
    }
    return lines.sort();
  }

  const stored = async (install: Installed): Promise<string[]> =>
    (await world.stored(install))
      .map(
        ({ ts, kind, payload, quarantine }) =>
          `${ts.getTime()} ${kind} ${JSON.stringify(payload)} ${String(quarantine)}`,
      )
      .sort();
  // In a transaction that is repeated after a deadlock: polls of slow Drives may still run.
  const due = () =>
    world.app.get(Transactor).run((tx) =>
      tx.query(
        `with r as (delete from installs.readings), p as (update installs.drive_polls set due_at = '-infinity')
       update installs.installs set next_poll_at = '-infinity'`,
      ),
    );
  const behind = async (): Promise<boolean> =>
    (await world.db.query(`select 1 from installs.readings where behind limit 1`)).length > 0;
  /** By two workers, while an operator has one of the installs read as well. */
  const round = () =>
    Promise.all([
      world.app.get(PollInstalls).execute('usual'),
      world.app.get(PollInstalls).execute('usual'),
      world.refresh(read[random(DRIVES)]!.install),
    ]);

  it('stores exactly what was sent, however it was read', async () => {
    for (let part = 1; part <= PARTS + 1; part += 1) {
      for (const { drive, log } of read) drive.rows = () => log.slice(0, Math.ceil((log.length * part) / PARTS));
      do {
        await due();
        await round();
      } while (await behind());
    }
    for (const { install, log } of read) {
      const [is, wanted] = [await stored(install), expected(log)];
      expect(wanted.some((line) => line.endsWith(' changed_after_emission'))).toBe(true);
      expect(is).toHaveLength(wanted.length);
      expect(is.filter((line, i) => line !== wanted[i])).toEqual([]);
    }
  });
});
