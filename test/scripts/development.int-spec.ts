import type { ChildProcess } from 'node:child_process';
import { cpSync, mkdirSync, mkdtempSync, readFileSync, renameSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { readable } from '../../scripts/lib/dev/log-lines.mjs';
import { changedBetween, planFor } from '../../scripts/lib/dev/plan.mjs';
import { eventually, until } from '../support/test-timeout.js';
import { startProcess } from '../support/processes/processes.js';

describe('what a change restarts', () => {
  it.each([
    ['a controller of the api', ['apps/api/src/sandbox/sandbox.controller.ts'], ['api']],
    ['the schedules of the worker', ['apps/worker/src/schedules.ts'], ['worker']],
    ['a lib', ['libs/ledger/src/post.ts'], ['api', 'worker']],
    ['a text file of a lib', ['libs/contract/schemas/manifest-flat.schema.json'], ['api', 'worker']],
    ['the reference Drive', ['apps/reference-drive/src/drive.ts'], ['reference-drive']],
    ['the Stripe sandbox', ['apps/stripe-sandbox/src/json.ts'], ['stripe-sandbox']],
    ['several at once', ['apps/worker/src/main.ts', 'apps/api/src/main.ts'], ['api', 'worker']],
    ['a page', ['apps/web/src/router.tsx', 'apps/web/src/text/vocabulary.ts'], []],
    ['a command-line program', ['apps/cli/src/run.ts'], []],
    ['tests', ['libs/ledger/src/post.spec.ts', 'libs/ledger/src/post.int-spec.ts'], []],
    ['what only tests use', ['libs/conformance/src/testing/gallery.ts'], []],
    ['documentation', ['libs/ledger/README.md', 'db/README.md', 'README.md'], []],
    ['nothing', [], []],
  ])('is chosen by the changed sources: %s', (_name, changed, restart) =>
    expect(planFor(changed)).toEqual({ migrate: false, restart }),
  );

  it('brings the database up to date first when the schema, rights or policies change', () => {
    for (const file of [
      'apps/migrate/src/install-schema.ts',
      'db/billing/functions/write_lines.sql',
      'db/policies.sql',
    ])
      expect(planFor([file])).toEqual({ migrate: true, restart: ['api', 'worker'] });
    expect(planFor(['apps/migrate/src/migrate.int-spec.ts'])).toEqual({ migrate: false, restart: [] });
  });

  it('lists what is new, gone and different between two builds', () => {
    expect(changedBetween({ same: '1', other: '1', gone: '1' }, { same: '1', other: '2', fresh: '1' })).toEqual([
      'other',
      'gone',
      'fresh',
    ]);
  });
});

describe('a log line of the development server', () => {
  const at = new Date(2026, 10, 23, 9, 5, 7).toISOString();
  const line = (fields: object): string => JSON.stringify({ level: 30, time: at, name: 'api', ...fields });

  it.each([
    [
      'a request',
      line({ request_id: 'abcdefgh', method: 'GET', path: '/api/v1/me', status: 200, ms: 3.2, msg: 'request' }),
      '09:05:07 info  GET /api/v1/me 200 3.2 ms',
    ],
    [
      'a message with its fields',
      line({ level: 40, msg: 'slow', drive: 'a b', ms: 12, tags: ['x'] }),
      '09:05:07 warn  slow drive="a b" ms=12 tags=["x"]',
    ],
    [
      'an error with its stack below',
      line({ level: 50, msg: 'failed', err: { message: 'no', stack: 'Error: no\n    at here' } }),
      '09:05:07 error failed\nError: no\n    at here',
    ],
    ['a line of a process without pino', '{"level":"error","app":"x","message":"no"}', 'error no app=x'],
    ['JSON that is not a log entry', '{"api":"up","ms":12}', '{"api":"up","ms":12}'],
    ['plain text', 'TypeError: x is not a function', 'TypeError: x is not a function'],
    ['half a line of JSON', '{"level":30,', '{"level":30,'],
    ['what the server of a debugger says', 'Debugger listening on ws://127.0.0.1:9229/uuid', undefined],
  ])('is readable: %s', (_name, given, expected) => expect(readable(given)).toBe(expected));
});

describe('running processes and changing sources', () => {
  let checkout: string;
  let driver: ChildProcess;
  let printed = '';

  const write = (file: string, content: string): void => {
    mkdirSync(path.dirname(path.join(checkout, file)), { recursive: true });
    // In one step: half a file would be built as well.
    writeFileSync(path.join(checkout, 'draft'), content);
    renameSync(path.join(checkout, 'draft'), path.join(checkout, file));
  };
  /** Output of the process since the beginning, over all of its starts. */
  const starts = (name: string): string[] =>
    readFileSync(path.join(checkout, 'logs', `${name}.log`), 'utf8')
      .split('\n')
      .filter((text) => text.includes('"up"'))
      .map((text) => (JSON.parse(text) as { version: string }).version);
  /** Waits until all of the texts have been printed since `change` began. Returns the output. */
  const prints = async (texts: string | string[], change: () => void): Promise<string> => {
    const from = printed.length;
    change();
    for (const text of [texts].flat())
      await eventually(
        text,
        () => printed.slice(from),
        (seen) => seen.includes(text),
      );
    return printed.slice(from);
  };
  const bothUp = ['api is up again', 'worker is up again'];
  const main = (name: string, before = ''): string =>
    `import { version } from '@portal/one';\n${before}\nprocess.stdout.write(JSON.stringify({ ${name}: 'up', version }) + '\\n');\nsetInterval(() => {}, 1_000);\n`;

  beforeAll(async () => {
    checkout = mkdtempSync(path.join(tmpdir(), 'checkout-test-'));
    cpSync('scripts/lib', path.join(checkout, 'scripts', 'lib'), { recursive: true });
    cpSync('.swcrc', path.join(checkout, '.swcrc'));
    symlinkSync(path.resolve('node_modules'), path.join(checkout, 'node_modules'));
    const packages = { name: 'checkout', version: '0.0.0', lockfileVersion: 3, requires: true };
    write('package.json', JSON.stringify({ name: packages.name, version: packages.version }));
    write(
      'package-lock.json',
      JSON.stringify({ ...packages, packages: { '': { name: packages.name, version: packages.version } } }),
    );
    write('libs/one/src/index.ts', `export const version: string = 'first';\n`);
    write('apps/migrate/src/main.ts', 'export {};\n');
    write('apps/web/src/page.tsx', 'export const page = 1;\n');
    for (const name of ['api', 'worker']) write(`apps/${name}/src/main.ts`, main(name));
    write(
      'driver.mjs',
      `import fs from 'node:fs';
      import { ensureBuilt } from './scripts/lib/ensure-built.mjs';
      import { createProgress } from './scripts/lib/progress.mjs';
      import { Service } from './scripts/lib/service.mjs';
      import { createChanges } from './scripts/lib/dev/apply-changes.mjs';
      import { watchSources } from './scripts/lib/dev/watch-sources.mjs';
      import { followFile } from './scripts/lib/dev/follow-file.mjs';
      const progress = createProgress({ stream: { write() {} } });
      const build = () => ensureBuilt(progress, { web: false, tolerant: true });
      const { files: built } = await build();
      const services = ['api', 'worker'].map((name) => new Service({
        name, main: 'dist/apps/' + name + '/src/main.js', env: process.env, logDirectory: 'logs' }));
      for (const { logFile } of services) followFile(logFile, (line) => console.log(line));
      await Promise.all(services.map((service) => service.start()));
      const migrate = async () => {
        if (fs.readFileSync('apps/migrate/src/main.ts', 'utf8').includes('broken')) throw new Error('the migration failed');
        return ['a-migration'];
      };
      const changes = createChanges({ build, built, services: () => services, migrate, say: (text) => console.log(text) });
      const watch = await watchSources(['apps', 'libs'], changes.changed);
      process.once('SIGTERM', async () => {
        await watch.close();
        await changes.close();
        for (const service of services) await service.stop();
        process.exit(0);
      });
      console.log('watching');`,
    );
    driver = startProcess(process.execPath, ['driver.mjs'], { cwd: checkout, stdio: ['ignore', 'pipe', 'pipe'] });
    for (const stream of [driver.stdout, driver.stderr])
      stream?.on('data', (chunk: Buffer) => (printed += chunk.toString()));
    await until(
      () => printed.includes('watching'),
      () => printed,
    );
  });
  afterAll(async () => {
    if (driver.exitCode === null) {
      const ended = new Promise((resolve) => driver.once('exit', resolve));
      driver.kill('SIGTERM');
      await ended;
    }
    rmSync(checkout, { recursive: true, force: true });
  });

  it('a change of one process restarts that process, and a page restarts none', async () => {
    write('apps/web/src/page.tsx', 'export const page = 2;\n');
    await prints('api is up again', () => write('apps/api/src/main.ts', main('api', '// changed')));
    expect([starts('api'), starts('worker')]).toEqual([['first', 'first'], ['first']]);
    expect(printed).not.toContain('page');
  });

  it('a change of a lib restarts both processes with the new code', async () => {
    await prints(bothUp, () => write('libs/one/src/index.ts', `export const version = 'second';\n`));
    expect(starts('api').at(-1)).toBe('second');
    expect(starts('worker')).toEqual(['first', 'second']);
  });

  it('a file that does not compile restarts nothing until it does, and other changes are kept', async () => {
    const before = [starts('api').length, starts('worker').length];
    await prints('Not compiled', () => write('libs/one/src/broken.ts', 'export const = ;\n'));
    expect(printed).toContain('libs/one/src/broken.ts');
    write('libs/one/src/index.ts', `export const version = 'third';\n`);
    await prints('Not compiled', () => write('libs/one/src/broken.ts', 'export const = 2;\n'));
    expect([starts('api').length, starts('worker').length]).toEqual(before);
    await prints(bothUp, () => rmSync(path.join(checkout, 'libs/one/src/broken.ts')));
    expect([starts('api').at(-1), starts('worker').at(-1)]).toEqual(['third', 'third']);
  });

  it('a process that does not start prints why and waits for the next change', async () => {
    await prints('worker waits for the next change', () =>
      write('apps/worker/src/main.ts', main('worker', `throw new Error('no such queue');`)),
    );
    await until(
      () => printed.includes('no such queue'),
      () => printed,
    );
    const before = starts('worker').length;
    await prints('worker is up again', () => write('apps/worker/src/main.ts', main('worker')));
    expect(starts('worker')).toHaveLength(before + 1);
  });

  it('a process that hangs in its start is not waited for', async () => {
    const hanging = `process.stdout.write('hanging\\n');\nwhile (process.env['PATH']) Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 1_000);`;
    write('apps/api/src/main.ts', main('api', hanging));
    await until(
      () => readFileSync(path.join(checkout, 'logs/api.log'), 'utf8').includes('hanging'),
      () => printed,
    );
    await prints('api is up again', () => write('apps/api/src/main.ts', main('api')));
    expect(printed).not.toContain('api waits for the next change');
  });

  it('sees files in directories that are new', async () => {
    await prints(bothUp, () => write('libs/one/src/deep/er/two.ts', 'export const two = 1;\n'));
    await prints(bothUp, () => write('libs/one/src/deep/er/two.ts', 'export const two = 2;\n'));
  });

  it('a changed migration runs before anything restarts, and its failure restarts nothing', async () => {
    const before = [starts('api').length, starts('worker').length];
    await prints('the migration failed', () => write('apps/migrate/src/main.ts', '// broken\nexport {};\n'));
    expect([starts('api').length, starts('worker').length]).toEqual(before);
    const said = await prints(bothUp, () => write('apps/migrate/src/main.ts', '// mended\nexport {};\n'));
    expect(said).toContain('Migrated: a-migration');
    expect(said.indexOf('Migrated')).toBeLessThan(said.indexOf('Restarting'));
  });
});
