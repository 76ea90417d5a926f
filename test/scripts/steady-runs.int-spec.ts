import {
  cpSync,
  existsSync,
  mkdtempSync,
  readFileSync,
  readdirSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { until } from '../support/test-timeout.js';
import { startProcess } from '../support/processes/processes.js';

/** A checkout of its own: our scripts, the installed packages, and tests that are planted. */
let checkout: string;
beforeEach(() => {
  checkout = mkdtempSync(path.join(tmpdir(), 'steady-'));
  cpSync('scripts/lib', path.join(checkout, 'scripts/lib'), { recursive: true });
  symlinkSync(path.resolve('node_modules'), path.join(checkout, 'node_modules'));
  writeFileSync(
    path.join(checkout, 'jest.config.cjs'),
    `module.exports = { testMatch: ['<rootDir>/*.planted.js'], cacheDirectory: '<rootDir>/cache' };`,
  );
});
afterEach(() => rmSync(checkout, { recursive: true, force: true }));

const plant = (name: string, text: string): void => writeFileSync(path.join(checkout, `${name}.planted.js`), text);

/** Runs a script with the module as `m`; resolves with its output. */
async function run(script: string): Promise<string> {
  const child = startProcess(
    process.execPath,
    ['--input-type=module', '-e', `const m = await import('./scripts/lib/steady-runs.mjs'); ${script}`],
    { cwd: checkout, stdio: ['ignore', 'pipe', 'inherit'] },
  );
  let output = '';
  for await (const chunk of child.stdout as AsyncIterable<Buffer>) output += chunk.toString();
  return output;
}
const playing = (times: number): string => `
  const runs = [];
  for (let n = 1; n <= ${times}; n += 1) {
    const { seconds, ...run } = await m.play({ n, words: ['planted'], env: { ...process.env, RUN: String(n) } });
    runs.push({ ...run, seconds: n });
    console.log(m.lineOf(runs.at(-1), ${times}));
  }
  console.log(m.summaryOf(runs));`;

describe('playing test files repeatedly', () => {
  it('names the flaky test, its first line, and the file that cannot be run', async () => {
    plant('good', `it('holds', () => {});`);
    plant('odd', `it('breaks now and then', () => { if (process.env.RUN === '2') throw new Error('lost a race'); });`);
    plant('torn', `if (process.env.RUN === '3') throw new Error('torn'); it('is there', () => {});`);
    expect((await run(playing(3))).trimEnd().split('\n')).toEqual([
      '1/3  passed  1.0 s  3 tests',
      '2/3  BROKE   2.0 s  3 tests',
      '       odd.planted.js: breaks now and then',
      '         Error: lost a race',
      '3/3  BROKE   3.0 s  2 tests',
      '       torn.planted.js could not be run',
      expect.stringContaining('Test suite failed to run'),
      '3 runs, 2 broke; fastest 1.0 s, slowest 3.0 s',
      '  1 of 3: odd.planted.js: breaks now and then',
      '      Error: lost a race',
      '  1 of 3: torn.planted.js could not be run',
      expect.stringContaining('Test suite failed to run'),
      'What Jest said then: test-output/steady/',
    ]);
    expect(readdirSync(path.join(checkout, 'test-output/steady')).sort()).toEqual(['2.txt', '3.txt']);
  });

  it('keeps every core busy until it ends, and no longer', async () => {
    const printed = await run(`
      import os from 'node:os';
      import { spawnSync } from 'node:child_process';
      const busy = () => spawnSync('ps', ['-o', 'pid=,args=', '--ppid', String(process.pid)], { encoding: 'utf8' })
        .stdout.split('\\n').filter((line) => line.includes('for (;;);')).length;
      const end = m.keepBusy();
      const during = busy();
      await end();
      console.log(JSON.stringify([during === os.availableParallelism(), busy()]));`);
    expect(JSON.parse(printed)).toEqual([true, 0]);
  });

  it('leaves no test behind when it is killed in the middle', async () => {
    plant('long', `it('hangs', () => { require('node:fs').writeFileSync('up', String(process.pid)); for (;;); });`);
    const child = startProcess(
      process.execPath,
      ['--input-type=module', '-e', `const m = await import('./scripts/lib/steady-runs.mjs'); ${playing(1)}`],
      { cwd: checkout, stdio: 'ignore' },
    );
    await until(() => existsSync(path.join(checkout, 'up')));
    child.kill('SIGKILL');

    const pid = readFileSync(path.join(checkout, 'up'), 'utf8');
    await until(() => !existsSync(`/proc/${pid}/stat`) || readFileSync(`/proc/${pid}/stat`, 'utf8').includes(') Z '));
  });
});
