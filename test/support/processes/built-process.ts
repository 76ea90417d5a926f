import type { ChildProcess } from 'node:child_process';
import path from 'node:path';
import { workerSettings } from '../config.js';
import { startProcess } from './processes.js';
import { until } from '../test-timeout.js';

const STOPPED = ': stopping process';

/** A built process of the product, in sandbox mode unless `settings` say otherwise; nothing of the caller's own settings gets in. */
export class BuiltProcess {
  private output = '';
  private continued = 0;
  private over = false;
  private readonly child: ChildProcess;
  /** Exit code, or the signal that ended it. */
  readonly ended: Promise<number | NodeJS.Signals>;

  constructor(
    private readonly name: 'api' | 'worker' | 'migrate',
    settings: Readonly<Record<string, string>>,
  ) {
    this.child = startProcess(process.execPath, [path.resolve(`dist/apps/${name}/src/main.js`)], {
      env: {
        PATH: process.env['PATH'],
        // As npm start does: the sandbox, of which a production build knows as well.
        NODE_ENV: 'production',
        PORTAL_MODE: 'sandbox',
        METRICS_PORT: '0',
        STRIPE_API_BASE: 'http://127.0.0.1:1',
        ...workerSettings(),
        ...settings,
      },
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    for (const stream of [this.child.stdout, this.child.stderr])
      stream?.on('data', (chunk: Buffer) => (this.output += chunk.toString()));
    this.ended = new Promise((resolve) => this.child.once('close', (code, signal) => resolve(signal ?? code ?? 1)));
    void this.ended.then(() => (this.over = true));
  }

  get printed(): string {
    return this.output;
  }

  /** Whether a failpoint has stopped it last, and it has not been resumed. */
  get isStopped(): boolean {
    return this.output.split(STOPPED).length - 1 > this.continued;
  }

  /**
   * Comes back when it is up, or when an armed failpoint has killed or stopped it: a worker begins what waits before it
   * reports that it is up.
   * @throws Error with everything it printed when it ends otherwise instead
   */
  async up(): Promise<this> {
    const isUp = (): boolean => this.output.includes(`"${this.name}":"up"`);
    await until(
      () => this.over || this.isStopped || isUp(),
      () => this.output,
    );
    if (this.over && !isUp() && !/^failpoint .*: killing process \d+$/m.test(this.output))
      throw new Error(`${this.name} did not come up:\n${this.output}`);
    return this;
  }

  /** Resumes a stopped one. */
  goOn(): void {
    this.continued += 1;
    this.child.kill('SIGCONT');
  }

  /** SIGKILL, for one that is cut off from its shutdown. Resolves as `ended`. */
  kill(): Promise<number | NodeJS.Signals> {
    this.child.kill('SIGKILL');
    return this.ended;
  }

  /** Resolves as `ended`. */
  stop(): Promise<number | NodeJS.Signals> {
    this.child.kill('SIGTERM');
    this.child.kill('SIGCONT');
    return this.ended;
  }
}
