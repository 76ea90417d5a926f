// Servers under load: each in a process of its own, asked by many callers at once from this one.
import { fork } from 'node:child_process';
import { inRoot } from '../lib/root.mjs';

/** Callers at once, each with a connection that it keeps. */
export const CONNECTIONS = 50;

/**
 * How long a load lasts: a number of seconds, or when little is enough, a number of requests, however fast they are
 * answered.
 */
export const forSeconds = (duration) => ({ duration, sampleInt: 1_000 });
export const forRequests = (amount) => ({ amount, sampleInt: 50, timeout: 60 });

/**
 * Puts a load on `url`. howLong: of the two above; options: of autocannon. Returns autocannon's result with `rps`.
 */
export async function shoot(url, howLong, options) {
  const { default: autocannon } = await import('autocannon');
  const result = await new Promise((resolve, reject) =>
    autocannon({ url, connections: CONNECTIONS, ...howLong, ...options }, (error, done) =>
      error ? reject(error) : resolve(done),
    ),
  );
  return { ...result, rps: (result.requests.average * 1_000) / howLong.sampleInt };
}

/**
 * A server of http-server.mjs of the given kind on a database; settings: variables of the product. Returns { url, send,
 * cpuSeconds, busyMs, stop }: `send(message)` sends it a message, `cpuSeconds()` is its use so far, `busyMs()` that of
 * its main thread.
 */
export async function startServer(kind, databaseUrl, settings = {}) {
  const child = fork(inRoot('scripts/bench/http-server.mjs'), [kind], {
    env: { ...process.env, DATABASE_URL: databaseUrl, NODE_ENV: 'production', SETTINGS: JSON.stringify(settings) },
    stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
  });
  const gone = new Promise((resolve) => child.once('exit', resolve));
  const answer = () =>
    new Promise((resolve, reject) => {
      child.once('message', resolve);
      void gone.then((code) => reject(new Error(`the ${kind} server ended with ${code}`)));
    });
  const send = (message) => new Promise((resolve) => child.send(message, resolve));
  const { port } = await answer();
  return {
    url: `http://127.0.0.1:${port}`,
    send,
    async cpuSeconds() {
      const [{ cpu }] = await Promise.all([answer(), send('cpu')]);
      return (cpu.user + cpu.system) / 1e6;
    },
    async busyMs() {
      const [{ busy }] = await Promise.all([answer(), send('busy')]);
      return busy;
    },
    stop() {
      child.kill('SIGKILL');
      return gone;
    },
  };
}
