import type { ChildProcess } from 'node:child_process';
import path from 'node:path';
import { workerSettings } from '../config.js';
import { startProcess } from './processes.js';
import { until } from '../test-timeout.js';

/** A built process of the product, in sandbox mode unless `settings` say otherwise; nothing of the caller's own settings gets in. */
export class BuiltProcess {
  private output = '';
  /** Exit code, or the signal that ended it. */
  readonly ended: Promise<number | NodeJS.Signals>;
  private over = false;

  constructor(
    private readonly name: 'api' | 'worker' | 'migrate',
    settings: Readonly<Record<string, string>>,
  ) {
    this.child = startProcess(process.execPath, [path.resolve(`dist/apps/${name}/src/main.js`)], {
      env: {
        PATH: process.env['PATH'],
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

  private readonly child: ChildProcess;

  get printed(): string {
    return this.output;
  }

  /** @throws Error with everything it printed when it ends instead */
  async up(): Promise<this> {
    await until(
      () => this.over || this.output.includes(`"${this.name}":"up"`),
      () => this.output,
    );
    if (this.over) throw new Error(`${this.name} did not come up:\n${this.output}`);
    return this;
  }

  /** Resolves as `ended`. */
  stop(): Promise<number | NodeJS.Signals> {
    this.child.kill('SIGTERM');
    return this.ended;
  }
}
