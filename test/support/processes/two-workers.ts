import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { until } from '../test-timeout.js';
import { WorkerProcess } from './worker-process.js';

/** Two built workers with a short lease, of which one is frozen (SIGSTOP) while the other takes over. */
export class TwoWorkers {
  private constructor(
    private readonly directory: string,
    private readonly armed: string,
    readonly all: readonly WorkerProcess[],
  ) {}

  static async start(databaseUrl: string, settings: Record<string, string>): Promise<TwoWorkers> {
    const directory = mkdtempSync(path.join(tmpdir(), 'two-workers-'));
    const armed = path.join(directory, 'failpoints');
    writeFileSync(armed, '');
    const one = (): Promise<WorkerProcess> =>
      WorkerProcess.start(databaseUrl, {
        WORKER_LEASE_SECONDS: '2',
        FAILPOINT: `@${armed}`,
        ...settings,
      });
    return new TwoWorkers(directory, armed, await Promise.all([one(), one()]));
  }

  get printed(): string {
    return this.all.map((worker) => worker.printed).join('\n');
  }

  /**
   * The first one to arrive is frozen at the step. The other one does the work; then the first continues, finds
   * its lease lost, and its writes are refused.
   */
  async takenOver(step: string, begin: () => Promise<unknown>, isDone: () => Promise<boolean>): Promise<void> {
    writeFileSync(this.armed, `${step}=stop`);
    await begin();
    let still: WorkerProcess | undefined;
    await until(
      () => (still = this.all.find((worker) => worker.isStopped)) !== undefined,
      () => this.printed,
    );
    await until(isDone, () => this.printed);
    await this.awakens(still!, 'what this worker did does not count');
  }

  /** Continues, and reports that it has lost its lease and that its work was refused. */
  async awakens(worker: WorkerProcess, refused: string): Promise<void> {
    const before = worker.printed.length;
    worker.goOn();
    const says = (text: string): boolean => worker.printed.slice(before).includes(text);
    await until(
      () => says('the worker has lost its lease') && says(refused),
      () => this.printed,
    );
  }

  async stop(): Promise<void> {
    await Promise.all(this.all.map((worker) => worker.stop()));
    rmSync(this.directory, { recursive: true, force: true });
  }
}
