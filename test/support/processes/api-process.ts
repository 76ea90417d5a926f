import type { ChildProcess } from 'node:child_process';
import path from 'node:path';
import { assertDescribed } from '../http/api-description.js';
import { workerSettings } from '../config.js';
import { asLogin } from '../database/database.js';
import { freePort, startProcess } from './processes.js';
import { TEST_TIMEOUT_MS, until } from '../test-timeout.js';

export interface ApiAnswer<T = unknown> {
  readonly status: number;
  /** `data` of a success envelope. */
  readonly data: T;
  /** Code of a failure envelope, undefined on success. */
  readonly error: string | undefined;
  /** Whether an earlier answer under the same key was given again. */
  readonly replayed: boolean;
  readonly retryAfter: string | undefined;
}

export interface ApiCall {
  readonly method: string;
  /** Behind the origin. */
  readonly url: string;
  readonly body?: object;
  /** A session cookie (`name=value`) or `Bearer …`. */
  readonly as: string;
  readonly key?: string;
}

/** The built api as a process of its own, on the database and the payment sandbox of a test. */
export class ApiProcess {
  private output = '';
  readonly ended: Promise<number | NodeJS.Signals>;

  private constructor(
    private readonly child: ChildProcess,
    private readonly origin: string,
  ) {
    child.stdout?.on('data', (chunk: Buffer) => (this.output += chunk.toString()));
    child.stderr?.on('data', (chunk: Buffer) => (this.output += chunk.toString()));
    this.ended = new Promise((resolve) => child.once('close', (code, signal) => resolve(signal ?? code ?? 1)));
  }

  /**
   * Comes back when it answers.
   * @param settings environment variables besides `databaseUrl`; nothing of the caller's own settings gets in
   * @throws Error with everything it printed when it ends instead of coming up
   */
  static async start(databaseUrl: string, settings: Record<string, string>): Promise<ApiProcess> {
    const port = String(await freePort());
    const origin = `http://127.0.0.1:${port}`;
    const api = new ApiProcess(
      startProcess(process.execPath, [path.resolve('dist/apps/api/src/main.js')], {
        env: {
          PATH: process.env['PATH'],
          NODE_ENV: 'production',
          PORTAL_MODE: 'sandbox',
          DATABASE_URL: asLogin(databaseUrl),
          DATABASE_POOL: '6',
          DATABASE_WAIT_SECONDS: '60',
          STEP_UP_MINUTES: '60',
          BODIES_PER_SECOND: '10000',
          DRAIN_SECONDS: '0',
          DEMO: '1',
          METRICS_PORT: '0',
          PORT: port,
          PUBLIC_URL: origin,
          ...workerSettings(),
          ...settings,
        },
        stdio: ['ignore', 'pipe', 'pipe'],
      }),
      origin,
    );
    let over = false;
    void api.ended.then(() => (over = true));
    await until(
      () => over || api.output.includes('"api":"up"'),
      () => api.output,
    );
    if (over) throw new Error(`the api did not come up:\n${api.output}`);
    return api;
  }

  get printed(): string {
    return this.output;
  }

  /**
   * One call.
   * @throws TypeError when the process ends before it has answered; Error for undocumented parts of an answer
   */
  async call<T = unknown>({ method, url, body, as, key }: ApiCall): Promise<ApiAnswer<T>> {
    const response = await fetch(`${this.origin}${url}`, {
      method,
      signal: AbortSignal.timeout(TEST_TIMEOUT_MS),
      headers: {
        ...(as.startsWith('Bearer ') ? { authorization: as } : { cookie: as }),
        ...(key === undefined ? {} : { 'idempotency-key': key }),
        ...(body && { 'content-type': 'application/json' }),
      },
      ...(body && { body: JSON.stringify(body) }),
    });
    const headers = Object.fromEntries(response.headers);
    const text = await response.text();
    assertDescribed(method, url, { status: response.status, headers, body: text });
    const { data, error } = JSON.parse(text) as { data: T; error?: string };
    return {
      status: response.status,
      data,
      error,
      replayed: headers['idempotent-replayed'] === 'true',
      retryAfter: headers['retry-after'],
    };
  }

  kill(): void {
    this.child.kill('SIGKILL');
  }

  async stop(): Promise<void> {
    this.child.kill('SIGTERM');
    await this.ended;
  }
}
