import { execFileSync, type ChildProcess } from 'node:child_process';
import {
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { eventually } from '../support/test-timeout.js';
import { startProcess } from '../support/processes/processes.js';

interface Mutant {
  name: string;
  area: string;
  quick?: true;
  rule: string;
  file: string;
  find: string;
  replace: string;
  tests: string[];
}

/** A checkout of its own: our scripts, one source file with its tests, and Jest as the runner. */
let base: string;
let checkout: string;

const write = (file: string, content: string): void => {
  mkdirSync(path.dirname(path.join(checkout, file)), { recursive: true });
  writeFileSync(path.join(checkout, file), content);
};
const mutant = (changes: Partial<Mutant>): Mutant => ({
  name: 'sum-off-by-one',
  area: 'money',
  quick: true,
  rule: 'A sum is the sum.',
  file: 'src/sum.js',
  find: 'a + b;',
  replace: 'a + b + 1;',
  tests: ['src/sum.spec.js'],
  ...changes,
});
const list = (...mutants: Mutant[]): void =>
  write('scripts/mutants/list.mjs', `export const MUTANTS = ${JSON.stringify(mutants)};\n`);

function start(...args: string[]): ChildProcess & { said: () => string; ended: Promise<number | null> } {
  const child = startProcess(process.execPath, ['scripts/mutants.mjs', ...args], {
    cwd: checkout,
    env: { PATH: process.env['PATH'], HOME: base, TMPDIR: path.join(base, 'tmp') },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let said = '';
  child.stdout.on('data', (chunk: Buffer) => (said += chunk.toString()));
  child.stderr.on('data', (chunk: Buffer) => (said += chunk.toString()));
  const ended = new Promise<number | null>((resolve) => child.once('close', resolve));
  return Object.assign(child, { said: () => said, ended });
}
async function play(...args: string[]): Promise<{ code: number | null; said: string }> {
  const child = start(...args);
  const code = await child.ended;
  return { code, said: child.said() };
}
const copies = (): string[] =>
  readdirSync(path.join(base, 'tmp')).filter((name) => name.startsWith('drive-portal-mutants'));

beforeEach(() => {
  base = mkdtempSync(path.join(tmpdir(), 'mutants-test-'));
  checkout = path.join(base, 'checkout');
  mkdirSync(path.join(base, 'tmp'));
  mkdirSync(checkout);
  for (const part of ['lib', 'mutants', 'mutants.mjs'])
    cpSync(`scripts/${part}`, path.join(checkout, 'scripts', part), { recursive: true });
  symlinkSync(path.resolve('node_modules'), path.join(checkout, 'node_modules'));
  write('.gitignore', 'node_modules\nignored.txt\ntest-output\n');
  write('package-lock.json', JSON.stringify({ packages: { '': {} } }));
  write('jest.config.cjs', 'module.exports = { rootDir: __dirname, modulePathIgnorePatterns: [] };\n');
  write(
    'scripts/test.mjs',
    `import { spawnSync } from 'node:child_process';
     import fs from 'node:fs';
     import path from 'node:path';
     import { outcomesOf } from './lib/testing/outcomes.mjs';
     const files = process.argv.slice(2).filter((arg) => arg !== '--once');
     fs.mkdirSync('test-output');
     const { status } = spawnSync(process.execPath, ['node_modules/jest/bin/jest.js', '--json', '--outputFile=test-output/jest.json', ...files], { stdio: 'inherit' });
     const report = JSON.parse(fs.readFileSync('test-output/jest.json', 'utf8'));
     const { outcomes } = outcomesOf(report, files.map((file) => ({ path: path.resolve(file), files: [file] })), status);
     fs.writeFileSync('test-output/results.json', JSON.stringify(Object.fromEntries(outcomes)));
     process.exit(status);\n`,
  );
  write('src/sum.js', `module.exports = (a, b) => {\n  return a + b;\n};\n`);
  write('src/sum.spec.js', `it('adds', () => expect(require('./sum.js')(1, 2)).toBe(3));\n`);
  write('src/vague.spec.js', `it('adds something', () => expect(require('./sum.js')(1, 2)).toBeGreaterThan(2));\n`);
  write('ignored.txt', 'not copied\n');
  execFileSync('git', ['init', '--quiet'], { cwd: checkout });
});
afterEach(() => rmSync(base, { recursive: true, force: true }));

describe('a mutant', () => {
  it('is caught by a test that fails, survives when all pass, and the checkout is not touched', async () => {
    list(mutant({}), mutant({ name: 'nobody-looks', tests: ['src/vague.spec.js'] }));
    const { code, said } = await play();
    expect(said).toMatch(/sum-off-by-one +caught by src\/sum\.spec\.js in [\d.]+ s/);
    expect(said).toContain('SURVIVED nobody-looks (src/sum.js)\n  No test holds this rule: A sum is the sum.');
    expect(said).toMatch(/1 of 2 caught\n$/);
    expect(code).toBe(1);
    expect(readFileSync(path.join(checkout, 'src/sum.js'), 'utf8')).toContain('return a + b;');
    expect(existsSync(path.join(checkout, 'test-output'))).toBe(false);
    expect(copies()).toEqual([]);
  });

  it('is not caught by a file that cannot be loaded, which proves nothing about what it tests', async () => {
    write('src/sum.spec.js', `const sum = require('./sum.js');\nit('adds', () => expect(sum(1, 2)).toBe(3));\n`);
    list(mutant({ find: 'return a + b;', replace: 'return a +;' }));
    const { code, said } = await play('--json');
    const report = JSON.parse(said.slice(said.indexOf('{"schema"'))) as {
      mutants: { outcome: string; said: string }[];
    };
    expect(report.mutants).toMatchObject([
      { outcome: 'unclear', said: expect.stringContaining('SyntaxError') as string },
    ]);
    expect(code).toBe(1);
  });

  it('is played by name or as one of the quick ones', async () => {
    list(mutant({}), { ...mutant({ name: 'slow' }), quick: undefined as never });
    for (const [args, names] of [
      [['--quick', '--json'], ['sum-off-by-one']],
      [['slow', '--json'], ['slow']],
    ] as const) {
      const { code, said } = await play(...args);
      const report = JSON.parse(said.slice(said.indexOf('{"schema"'))) as {
        mutants: { name: string; outcome: string }[];
      };
      expect(report.mutants.map(({ name, outcome }) => [name, outcome])).toEqual(names.map((name) => [name, 'caught']));
      expect(code).toBe(0);
    }
    expect(await play('unheard-of')).toMatchObject({
      code: 1,
      said: expect.stringContaining('Not understood: unheard-of') as string,
    });
  });

  it.each([
    ['is not there any more', { find: 'a - b' }, 'holds the place of this fault no more'],
    ['is there twice', { find: 'a' }, 'times'],
    ['lies in a file that is gone', { file: 'src/gone.js' }, 'src/gone.js does not exist'],
    ['names a test that is gone', { tests: ['src/gone.spec.js'] }, 'src/gone.spec.js does not exist'],
  ])('whose place %s ends the run with its name', async (_name, changes, why) => {
    list(mutant({ name: 'first' }), mutant(changes));
    const { code, said } = await play();
    expect(said).toContain('The mutant sum-off-by-one is stale: ');
    expect(said).toContain(why);
    expect(code).toBe(1);
  });

  it('proves nothing where the tests fail without it', async () => {
    write('src/sum.spec.js', `it('adds', () => expect(require('./sum.js')(1, 2)).toBe(4));\n`);
    list(mutant({}));
    const { code, said } = await play();
    expect(said).toContain('Without any fault the tests do not pass');
    expect(code).toBe(1);
    expect(copies()).toEqual([]);
  });

  it('leaves neither a copy nor a process when it is interrupted', async () => {
    const begun = path.join(base, 'begun');
    write(
      'src/sum.spec.js',
      `it('hangs', () => {
         const stubborn = "process.on('SIGTERM', () => {}); setInterval(() => {}, 1000);";
         const { pid } = require('node:child_process').spawn(process.execPath, ['-e', stubborn], { stdio: 'ignore' });
         require('node:fs').writeFileSync(${JSON.stringify(begun)}, String(pid));
         return new Promise(() => setInterval(() => {}, 1000));
       }, 600_000);\n`,
    );
    write(
      'scripts/test.mjs',
      `import { spawn } from 'node:child_process';
       const jest = spawn(process.execPath, ['node_modules/jest/bin/jest.js', ...process.argv.slice(3)], { stdio: 'inherit' });
       process.once('SIGTERM', () => jest.kill());
       jest.once('exit', () => process.exit(1));\n`,
    );
    list(mutant({}));
    const child = start();
    await eventually(
      'the test begins',
      () => Promise.resolve(existsSync(begun) && readFileSync(begun, 'utf8') !== ''),
      Boolean,
    );
    expect(copies()).toHaveLength(2);
    child.kill('SIGINT');
    expect(await child.ended).toBe(130);
    expect(copies()).toEqual([]);
    const pid = Number(readFileSync(begun, 'utf8'));
    const lives = (): Promise<boolean> => {
      try {
        return Promise.resolve(process.kill(pid, 0));
      } catch {
        return Promise.resolve(false);
      }
    };
    expect(await eventually('what the test started ends', lives, (alive) => !alive)).toBe(false);
  });
});

describe('the list of mutants', () => {
  it('matches the code: each finds its place once, changes it, and names tests that exist', async () => {
    const script = `import { MUTANTS } from './scripts/mutants/list.mjs'; import { assertFits } from './scripts/mutants/mutate.mjs';
      for (const mutant of MUTANTS) assertFits('.', mutant); process.stdout.write(JSON.stringify(MUTANTS));`;
    const mutants = JSON.parse(
      execFileSync(process.execPath, ['--input-type=module', '-e', script], { encoding: 'utf8' }),
    ) as Mutant[];
    expect(mutants.filter(({ find, replace }) => find === replace)).toEqual([]);
    expect(new Set(mutants.map(({ name }) => name)).size).toBe(mutants.length);
    for (const area of ['money', 'keys', 'access', 'outbox'])
      expect(mutants.filter((one) => one.area === area && one.quick === true).length).toBeGreaterThanOrEqual(3);
  });
});
