import type { ChildProcess } from 'node:child_process';
import { chmodSync, existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { until } from '../test-timeout.js';
import { startProcess } from '../processes/processes.js';

/** Output of `npm start -- --json` when everything is up. */
export interface ReadyPortal {
  readonly url: string;
  readonly reference_drive_url: string;
  readonly stripe_sandbox_url: string;
  readonly metrics_url: string;
  readonly data_dir: string;
  /** Process ids by name: api, worker, reference-drive, stripe-sandbox. */
  readonly processes: Readonly<Record<string, number>>;
  readonly demo_persons: readonly Readonly<Record<string, unknown>>[];
  readonly ms: number;
}

/**
 * Limits that a test reaches by its pace alone: a full pool, a proof that is old before it is used, many bodies of
 * one address.
 */
const UNHURRIED = {
  DATABASE_WAIT_SECONDS: '60',
  STEP_UP_MINUTES: '30',
  BODIES_PER_SECOND: '10000',
  READ_SHARE_PERCENT: '10000',
};

/** One run of `npm start`, as processes. */
export class PortalProcess {
  private output = '';
  private readonly ended: Promise<number | NodeJS.Signals>;

  private constructor(
    private readonly child: ChildProcess,
    private readonly dataDir: string,
  ) {
    child.stdout?.on('data', (chunk: Buffer) => (this.output += chunk.toString()));
    child.stderr?.on('data', (chunk: Buffer) => (this.output += chunk.toString()));
    this.ended = new Promise((resolve) => child.once('close', (code, signal) => resolve(code ?? signal ?? 1)));
  }

  /** `PORT=0` (any free one) unless `environment` names one; nothing of the caller's own settings gets in. */
  static start(
    dataDir: string,
    environment: Record<string, string> = {},
    args: readonly string[] = ['--no-story'],
  ): PortalProcess {
    const {
      DATABASE_URL: _database,
      PORTAL_DATABASE_URL: _login,
      REDIS_URL: _redis,
      NODE_ENV: _mode,
      ...inherited
    } = process.env;
    const env = { ...inherited, ...UNHURRIED, DATA_DIR: dataDir, PORT: '0', ...environment };
    const command = [path.resolve('scripts/start.mjs'), '--json', ...args];
    return new PortalProcess(
      startProcess(process.execPath, command, { env, stdio: ['ignore', 'pipe', 'pipe'] }),
      dataDir,
    );
  }

  /** Everything printed so far, both streams. */
  get printed(): string {
    return this.output;
  }

  /** @throws Error with the output when it ends instead. */
  async ready(): Promise<ReadyPortal> {
    let over = false;
    void this.ended.then(() => (over = true));
    const line = (): string | undefined => this.output.split('\n').find((text) => text.startsWith('{"portal":"up"'));
    await until(
      () => over || line() !== undefined,
      () => this.output,
    );
    const up = line();
    if (up === undefined) throw new Error(`the portal did not come up:\n${this.output}`);
    return JSON.parse(up) as ReadyPortal;
  }

  /** Exit code, or the signal that ended it. */
  get end(): Promise<number | NodeJS.Signals> {
    return this.ended;
  }

  send(signal: NodeJS.Signals): void {
    this.child.kill(signal);
  }

  /**
   * Stops it as Ctrl-C does.
   * @throws Error when the database denied a right to any request: a use case lacks a scope, or a table a policy.
   */
  async stop(): Promise<number | NodeJS.Signals> {
    this.child.kill('SIGINT');
    const end = await this.ended;
    const log = path.join(this.dataDir, 'logs', 'api.log');
    const denied = (existsSync(log) ? readFileSync(log, 'utf8') : '')
      .split('\n')
      .filter((line) => line.includes('"the database denied a right"'));
    if (denied.length > 0) throw new Error(denied.join('\n'));
    return end;
  }
}

/** A directory for a portal's data, removed by `remove`; passable, because PostgreSQL may run as another account. */
export function temporaryDataDir(): { path: string; remove(): void } {
  const directory = mkdtempSync(path.join(tmpdir(), 'drive-portal-e2e-'));
  chmodSync(directory, 0o711);
  return { path: directory, remove: () => rmSync(directory, { recursive: true, force: true }) };
}
