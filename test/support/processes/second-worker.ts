import { environmentOf } from './processes.js';
import { WorkerProcess } from './worker-process.js';

/**
 * One more worker in addition to that of a running portal, with the same settings: whenever it ends, the next one is
 * started at once, so that work continues while the portal waits, longer each time, before it starts its own again.
 */
export class SecondWorker {
  private over = false;
  private now?: WorkerProcess;
  private readonly running: Promise<void>;

  private constructor(private readonly settings: Record<string, string>) {
    this.running = this.run();
  }

  /** @param pid of the portal's own worker */
  static forWorker(pid: number): SecondWorker {
    return new SecondWorker({ ...environmentOf(pid), METRICS_PORT: '0' });
  }

  private async run(): Promise<void> {
    while (!this.over) {
      this.now = await WorkerProcess.start(this.settings['DATABASE_URL']!, this.settings);
      if (this.over) void this.now.stop();
      await this.now.ended;
    }
  }

  /** @throws Error when one of them did not come up */
  async stop(): Promise<void> {
    this.over = true;
    await this.now?.stop();
    await this.running;
  }
}
