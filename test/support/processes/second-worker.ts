import { readFileSync } from 'node:fs';
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
    const lines = readFileSync(`/proc/${pid}/environ`, 'utf8').split('\0').filter(Boolean);
    const settings = Object.fromEntries(
      lines.map((line) => [line.slice(0, line.indexOf('=')), line.slice(line.indexOf('=') + 1)]),
    );
    return new SecondWorker({ ...settings, METRICS_PORT: '0' });
  }

  private async run(): Promise<void> {
    while (!this.over) {
      this.now = await WorkerProcess.start(this.settings['DATABASE_URL']!, this.settings);
      if (this.over) void this.now.stop();
      await this.now.end;
    }
  }

  /** @throws Error when one of them did not come up */
  async stop(): Promise<void> {
    this.over = true;
    await this.now?.stop();
    await this.running;
  }
}
