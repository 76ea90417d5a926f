import { BuiltProcess } from './built-process.js';

/** The built worker as a process of its own, on the database and the payment sandbox of a test. */
export class WorkerProcess extends BuiltProcess {
  /** @param settings environment variables besides `databaseUrl` */
  static async start(databaseUrl: string, settings: Record<string, string>): Promise<WorkerProcess> {
    const own = { DATABASE_URL: databaseUrl, DATABASE_POOL: '6', DATABASE_WAIT_SECONDS: '60' };
    return new WorkerProcess('worker', { ...own, ...settings }).up();
  }
}
