import path from 'node:path';
import type { ChildProcess } from 'node:child_process';
import { Client } from 'pg';
import { hasPreviousSchema, previousRelease } from '../../scripts/lib/previous-release.mjs';
import { asLogin, createEmptyDatabase, type TestDatabase } from '../support/database/database.js';
import { workerSettings } from '../support/config.js';
import { temporaryDataDir } from '../support/browser/portal.js';
import { freePort, startProcess } from '../support/processes/processes.js';
import { eventually, until } from '../support/test-timeout.js';

interface Run {
  readonly child: ChildProcess;
  readonly printed: () => string;
  readonly ended: Promise<number | null>;
}

/** A process of a built checkout. */
function start(file: string, env: Record<string, string>, ...args: string[]): Run {
  let text = '';
  const child = startProcess(process.execPath, [file, ...args], {
    env: { PATH: process.env['PATH'], NODE_ENV: 'production', PORTAL_MODE: 'sandbox', METRICS_PORT: '0', ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  for (const stream of [child.stdout, child.stderr]) stream?.on('data', (chunk: Buffer) => (text += chunk.toString()));
  return { child, printed: () => text, ended: new Promise((resolve) => child.once('close', resolve)) };
}
const program = (name: string, folder = '.'): string => path.resolve(folder, `dist/apps/${name}/src/main.js`);

/** Only where the schemas differ is there something that could not fit; a shallow clone has nothing to compare with. */
describe('this release and the one before', () => {
  let database: TestDatabase;
  const data = temporaryDataDir();
  const running: Run[] = [];
  beforeAll(async () => void (database = await createEmptyDatabase()));
  afterAll(async () => {
    for (const { child } of running) child.kill('SIGTERM');
    await Promise.all(running.map(({ ended }) => ended));
    await database.drop();
    data.remove();
  });

  it('fit: the new one waits on the old schema, the old one plays its story on the new', async () => {
    if (hasPreviousSchema() !== false) return;
    const before = await previousRelease();
    const migrate = async (folder?: string): Promise<void> => {
      const { ended, printed } = start(program('migrate', folder), { DATABASE_URL: database.url });
      expect([await ended, printed()]).toEqual([0, expect.stringContaining('"migrate":"done"')]);
    };
    await migrate(before);

    const port = String(await freePort());
    const settings: Record<string, string> = {
      ...workerSettings(),
      DATABASE_URL: asLogin(database.url),
      STRIPE_API_BASE: 'http://127.0.0.1:1',
    };
    const [api, worker] = ['api', 'worker'].map((name) => start(program(name), { ...settings, PORT: port })) as [
      Run,
      Run,
    ];
    running.push(api, worker);
    const ready = (): Promise<string> =>
      fetch(`http://127.0.0.1:${port}/api/health/ready`).then(
        async (answer) => `${answer.status} ${await answer.text()}`,
        (error: unknown) => String(error),
      );
    const isOver = (): boolean => [api, worker].some(({ child }) => child.exitCode !== null);
    const said = (): string => `${api.printed()}\n${worker.printed()}`;
    await until(
      () => isOver() || (api.printed().includes('"api":"up"') && worker.printed().includes('Waiting for it')),
      said,
    );
    expect(await ready()).toMatch(/^503 .*"pointer":"\/migrations","code":"not_migrated"/);
    expect(worker.printed()).not.toContain('"worker":"up"');

    await migrate();
    await until(() => isOver() || worker.printed().includes('"worker":"up"'), said);
    await eventually('the new api', ready, (answer) => answer.startsWith('200'));
    for (const { child, ended } of running.splice(0)) {
      child.kill('SIGTERM');
      await ended;
    }

    const env = {
      DATABASE_URL: database.url,
      PORTAL_DATABASE_URL: asLogin(database.url),
      DATABASE_WAIT_SECONDS: '60',
      KEYRING: settings['KEYRING']!,
    };
    const story = start(path.resolve('scripts/lib/play-in-checkout.mjs'), env, before, data.path);
    expect([await story.ended, story.printed()]).toEqual([0, expect.stringContaining('"story":"passed"')]);
    const db = new Client({ connectionString: database.url });
    await db.connect();
    const { rows } = await db.query(`select count(*)::int as failed from platform.deliveries where state = 'failed'`);
    await db.end();
    expect(rows).toEqual([{ failed: 0 }]);
  });
});
