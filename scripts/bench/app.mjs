// The api and the worker as processes of their own, as they run in production, on a database of the bench.
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { randomFreePort } from '../lib/free-port.mjs';
import { Service } from '../lib/service.mjs';
import { environment } from './product.mjs';

/**
 * Starts `api` or `worker` on ports that are free, and returns when it works. settings: variables besides those of
 * `environment`. Returns { url, pid, listening, stop }: ms from the start of the process until it works; `stop` asks it to
 * end and waits for that.
 */
export async function startApp(name, databaseUrl, settings = {}) {
  const port = String(await randomFreePort());
  const service = new Service({
    name,
    main: `dist/apps/${name}/src/main.js`,
    env: {
      PATH: process.env.PATH,
      NODE_ENV: 'production',
      ...environment(databaseUrl),
      PORT: port,
      METRICS_PORT: '0',
      PUBLIC_URL: `http://127.0.0.1:${port}`,
      // No load balancer has to notice that it stops.
      DRAIN_SECONDS: '0',
      ...settings,
    },
    logDirectory: fs.mkdtempSync(path.join(os.tmpdir(), 'bench-')),
  });
  const { since_start_ms: listening } = await service.start();
  return { url: `http://127.0.0.1:${port}`, pid: service.pid, listening, stop: () => service.stop() };
}

/** Resident memory of a process, MiB. */
export function rssMib(pid) {
  return Number(/VmRSS:\s+(\d+)/.exec(fs.readFileSync(`/proc/${pid}/status`, 'utf8'))[1]) / 1024;
}
