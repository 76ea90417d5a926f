import { spawnSync, type ChildProcess } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { until } from '../support/test-timeout.js';
import { startProcess } from '../support/processes/processes.js';

const library = (name: string): string => JSON.stringify(path.resolve('scripts/lib', name));
const children: ChildProcess[] = [];
let shared: string;

beforeEach(() => {
  shared = mkdtempSync(path.join(tmpdir(), 'leftovers-'));
});
afterEach(() => {
  for (const child of children.splice(0)) child.kill('SIGKILL');
  rmSync(shared, { recursive: true, force: true });
});

/** A process that prints one line of JSON and keeps running; it shares no runs with the one that runs this test. */
async function going<T>(script: string): Promise<{ child: ChildProcess; said: T }> {
  const child = startProcess(process.execPath, ['--input-type=module', '-e', script], {
    env: { PATH: process.env['PATH'], TMPDIR: shared, PORTAL_TEST_RUN: '' },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  children.push(child);
  const line = await new Promise<string>((resolve, reject) => {
    child.stdout.once('data', (chunk: Buffer) => resolve(chunk.toString()));
    child.once('exit', (code) => reject(new Error(`ended with ${code}`)));
  });
  return { child, said: JSON.parse(line) as T };
}

function isAlive(pid: number): boolean {
  try {
    return !readFileSync(`/proc/${pid}/stat`, 'utf8').includes(') Z ');
  } catch {
    return false;
  }
}

const killed = (child: ChildProcess): Promise<unknown> =>
  new Promise((resolve) => {
    child.once('exit', resolve);
    child.kill('SIGKILL');
  });

describe('the child processes of a process', () => {
  const owning = (how: string, about: object, then = ''): string => `
    import { spawn } from 'node:child_process';
    import { ownProcess } from ${library('own-process.mjs')};
    const child = spawn(${how}, { stdio: ['ignore', 'pipe', 'inherit'], detached: true });
    const disown = ownProcess(child.pid, ${JSON.stringify(about)});
    ${then}
    child.stdout.once('data', (chunk) => console.log(JSON.stringify([child.pid, ...JSON.parse(chunk)])));
    setInterval(() => {}, 1000);`;
  const node = (script: string): string => `process.execPath, ['-e', ${JSON.stringify(script)}]`;

  it.each([
    [
      'that does not listen to a signal',
      `process.on('SIGTERM', () => {}); console.log('[]'); setInterval(() => {}, 1e3)`,
    ],
    ['that never gets to read anything', `console.log('[]'); for (;;);`],
  ])('one %s ends when its parent is killed', async (_, script) => {
    const { child, said } = await going<[number]>(owning(node(script), {}));
    expect(isAlive(said[0])).toBe(true);
    await killed(child);
    await until(() => !isAlive(said[0]));
  });

  it('end with what they have started themselves, also when they are stopped', async () => {
    const shell = `'/bin/sh', ['-c', 'sleep 10000 & echo "[$!]"; wait']`;
    const { child, said } = await going<[number, number]>(owning(shell, { group: true }));
    process.kill(said[0], 'SIGSTOP');
    expect(said.map(isAlive)).toEqual([true, true]);
    await killed(child);
    await until(() => !said.some(isAlive));
  });

  it('continue when they were detached', async () => {
    const script = node(`console.log('[]'); setInterval(() => {}, 1000)`);
    const { child, said } = await going<[number]>(owning(script, {}, 'disown();'));
    await killed(child);
    const guards = (): string => spawnSync('ps', ['-eo', 'args'], { encoding: 'utf8' }).stdout;
    await until(() => !guards().includes(`drive-portal-guard KILL ${said[0]}`));
    expect(isAlive(said[0])).toBe(true);
    process.kill(said[0], 'SIGKILL');
  });
});

interface Begun {
  readonly run: string;
  readonly temp: string;
}

/** Begins a run of tests; `rest` goes on with it as `run`. */
const beginning = (rest = ''): string => `
  import fs from 'node:fs';
  import os from 'node:os';
  import path from 'node:path';
  import { openTestRun } from ${library('test-run.mjs')};
  const run = openTestRun();
  const temp = fs.mkdtempSync(path.join(os.tmpdir(), 'data-'));
  const said = { run: process.env.PORTAL_TEST_RUN, temp };
  ${rest}
  console.log(JSON.stringify(said));
  setInterval(() => {}, 1000);`;

describe('temporary files of a run of tests', () => {
  it('are removed by the next run when theirs was killed; those of a living run stay', async () => {
    const dead = await going<Begun>(beginning());
    const live = await going<Begun>(beginning());
    await killed(dead.child);
    expect([dead, live].map(({ said }) => existsSync(said.temp))).toEqual([true, true]);
    await Promise.all([1, 2, 3].map(() => going<Begun>(beginning())));
    expect([existsSync(dead.said.run), existsSync(`${dead.said.run}.lock`)]).toEqual([false, false]);
    expect(existsSync(live.said.temp)).toBe(true);
  });

  it('are removed when it ends', async () => {
    const { said } = await going<Begun>(beginning('run.close();'));
    expect(existsSync(said.run)).toBe(false);
    expect(readdirSync(path.dirname(said.run))).toEqual([]);
  });
});
