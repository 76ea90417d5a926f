import type { ChildProcess } from 'node:child_process';
import path from 'node:path';
import { until } from '../test-timeout.js';
import { startProcess } from './processes.js';

const STOPPED = ': stopping process';

/** The built worker as a process of its own, on the database and the payment sandbox of a test. */
export class WorkerProcess {
  private output = '';
  private continued = 0;
  readonly ended: Promise<number | NodeJS.Signals>;

  private constructor(private readonly child: ChildProcess) {
    child.stdout?.on('data', (chunk: Buffer) => (this.output += chunk.toString()));
    child.stderr?.on('data', (chunk: Buffer) => (this.output += chunk.toString()));
    this.ended = new Promise((resolve) => child.once('close', (code, signal) => resolve(signal ?? code ?? 1)));
  }

  /**
   * Comes back when the worker is up, or when an armed failpoint has killed or stopped it: work that waits is begun before
   * it reports that it is up.
   * @param settings environment variables besides `databaseUrl`; nothing of the caller's own settings gets in
   * @throws Error with everything it printed when it ends otherwise instead of coming up
   */
  static async start(databaseUrl: string, settings: Record<string, string>): Promise<WorkerProcess> {
    const worker = new WorkerProcess(
      startProcess(process.execPath, [path.resolve('dist/apps/worker/src/main.js')], {
        env: {
          PATH: process.env['PATH'],
          // As npm start does: the sandbox, of which a production build knows as well.
          NODE_ENV: 'production',
          PORTAL_MODE: 'sandbox',
          DATABASE_URL: databaseUrl,
          DATABASE_POOL: '6',
          DATABASE_WAIT_SECONDS: '60',
          METRICS_PORT: '0',
          ...settings,
        },
        stdio: ['ignore', 'pipe', 'pipe'],
      }),
    );
    let over = false;
    void worker.ended.then(() => (over = true));
    await until(
      () => over || worker.isStopped || worker.output.includes('"worker":"up"'),
      () => worker.output,
    );
    if (over && !worker.killedByFailpoint && !worker.output.includes('"worker":"up"'))
      throw new Error(`the worker did not come up:\n${worker.output}`);
    return worker;
  }

  private get killedByFailpoint(): boolean {
    return /^failpoint .*: killing process \d+$/m.test(this.output);
  }

  /** Whether a failpoint has stopped it last, and it has not been resumed. */
  get isStopped(): boolean {
    return this.printed.split(STOPPED).length - 1 > this.continued;
  }

  /** Resumes a stopped one. */
  goOn(): void {
    this.continued += 1;
    this.child.kill('SIGCONT');
  }

  get printed(): string {
    return this.output;
  }

  /** Exit code, or the signal that ended it. */
  get end(): Promise<number | NodeJS.Signals> {
    return this.ended;
  }

  /** SIGKILL, for one that is cut off from its shutdown. */
  async kill(): Promise<void> {
    this.child.kill('SIGKILL');
    await this.ended;
  }

  async stop(): Promise<void> {
    this.child.kill('SIGTERM');
    this.child.kill('SIGCONT');
    await this.ended;
  }
}
