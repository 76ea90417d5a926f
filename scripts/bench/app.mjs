// The api and the worker as processes of their own, as they run in production, on a database of the bench.
import { spawn } from 'node:child_process';
import fs from 'node:fs';
import { randomFreePort } from '../lib/free-port.mjs';
import { inRoot } from '../lib/root.mjs';
import { NODE_FLAGS } from '../lib/service.mjs';
import { environment } from './product.mjs';

/**
 * Starts `api` or `worker` on ports that are free, and returns when it works. settings: variables besides those of
 * `environment`. Returns { url, pid, listening, cpu, stop }: ms from the start of the process until it works, and its CPU
 * until then; `stop` asks it to end and waits for that.
 */
export async function startApp(name, databaseUrl, settings = {}) {
  const port = String(await randomFreePort());
  const preload = ['--require', inRoot('scripts', 'lib', 'exit-with-parent.cjs')];
  const child = spawn(process.execPath, [...NODE_FLAGS, ...preload, inRoot('dist', 'apps', name, 'src', 'main.js')], {
    cwd: inRoot(),
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
    stdio: ['ignore', 'pipe', 'inherit', 'ipc'],
  });
  const ended = new Promise((resolve) => child.once('exit', resolve));
  const stop = () => {
    child.kill('SIGTERM');
    return ended;
  };
  return new Promise((resolve, reject) => {
    let text = '';
    const listen = (chunk) => {
      text += chunk;
      const line = text.split('\n').find((one) => one.startsWith(`{"${name}":"up"`));
      if (line === undefined) return;
      child.stdout.off('data', listen);
      child.stdout.resume();
      const { since_start_ms } = JSON.parse(line);
      resolve({
        url: `http://127.0.0.1:${port}`,
        pid: child.pid,
        listening: since_start_ms,
        cpu: cpuMs(child.pid),
        stop,
      });
    };
    child.stdout.on('data', listen);
    void ended.then((code) => reject(new Error(`the ${name} ended with ${code}`)));
  });
}

/** Resident memory of a process, MiB. */
export function rssMib(pid) {
  return Number(/VmRSS:\s+(\d+)/.exec(fs.readFileSync(`/proc/${pid}/status`, 'utf8'))[1]) / 1024;
}

/** CPU that a process has used, ms. */
function cpuMs(pid) {
  const fields = fs.readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ')[1].split(' ');
  return (Number(fields[11]) + Number(fields[12])) * 10;
}
