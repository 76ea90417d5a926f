import type { ChildProcess } from 'node:child_process';
import path from 'node:path';
import { workerSettings } from '../../../../test/support/config.js';
import { KeysWorld } from '../../../../test/support/people/keys-world.js';
import { startProcess } from '../../../../test/support/processes/processes.js';

const PROCESSES = 4;
/**
 * Total; `SIGNINGS=1000000 npx jest --selectProjects integration -- signing-processes` runs as many as security.md T12
 * requires.
 */
const SIGNINGS = Number(process.env['SIGNINGS'] ?? 40_000);
/** A key signs at most a minute ahead of the clock, one timestamp per millisecond. */
const DRIVES = Math.max(10, SIGNINGS / 40_000);

describe(`${SIGNINGS} signings by ${PROCESSES} processes of the system concurrently`, () => {
  const world = KeysWorld.forTests();
  let processes: ChildProcess[];
  const driveIds: string[] = [];

  beforeAll(async () => {
    for (let i = 0; i < DRIVES; i += 1) {
      const driveId = world.ids.next();
      await world.issue({ driveId });
      driveIds.push(driveId);
    }
    const env = {
      PATH: process.env['PATH'],
      PORTAL_MODE: 'sandbox',
      DATABASE_URL: world.database.url,
      DATABASE_POOL: '4',
      DATABASE_WAIT_SECONDS: '60',
      STRIPE_API_BASE: 'http://127.0.0.1:1',
      ...workerSettings(),
    };
    processes = Array.from({ length: PROCESSES }, () =>
      startProcess(process.execPath, [path.resolve('test/support/signing-process.cjs')], {
        env,
        stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
      }),
    );
    world.beforeClose(() => Promise.all(processes.map(ended)));
    for (const child of processes) expect(await answerOf(child)).toBe('ready');
  });

  it('never give a key the same timestamp twice, and each process rising ones', async () => {
    const each = SIGNINGS / PROCESSES / DRIVES;
    const seen = driveIds.map(() => new Set<number>());
    for (let rounds = 1, together = false; !together; rounds += 1) {
      const signed = await Promise.all(
        processes.map(async (child) => {
          const answer = answerOf(child);
          child.send({ driveIds, each });
          return (await answer) as number[][];
        }),
      );
      together = true;
      for (let drive = 0; drive < DRIVES; drive += 1) {
        const ofAll = signed.map((byDrive) => byDrive[drive]!);
        expect(ofAll.map((stamps) => stamps.length)).toEqual(ofAll.map(() => each));
        for (const stamp of ofAll.flat()) seen[drive]!.add(stamp);
        expect(seen[drive]!.size).toBe(each * PROCESSES * rounds);
        for (const stamps of ofAll) expect(stamps.findIndex((stamp, i) => i > 0 && stamp <= stamps[i - 1]!)).toBe(-1);
        const [first, second] = ofAll.sort((one, other) => one[0]! - other[0]!);
        // A busy machine may let one process finish before another begins; then they sign once more.
        together &&= second![0]! < first!.at(-1)!;
      }
    }
  });
});

/**
 * The next message of a process.
 * @throws Error when it ends without one
 */
function answerOf(child: ChildProcess): Promise<unknown> {
  return new Promise((resolve, reject) => {
    const over = (code: number | null): void => reject(new Error(`a signing process ended with ${code}`));
    child.once('exit', over);
    child.once('message', (message) => {
      child.off('exit', over);
      resolve(message);
    });
  });
}

function ended(child: ChildProcess): Promise<void> {
  return new Promise((resolve) => {
    if (child.exitCode !== null) return resolve();
    child.once('exit', () => resolve());
    child.disconnect();
  });
}
