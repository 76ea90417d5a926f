import type { ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { createServer, type Server } from 'node:net';
import path from 'node:path';
import { startProcess } from '../support/processes/processes.js';

const library = (name: string) => JSON.stringify(path.resolve('scripts/lib', name));
const children: ChildProcess[] = [];

/** The output of a separate process, which runs until the end of the test. */
async function said(script: string): Promise<{ word: string; child: ChildProcess }> {
  const child = startProcess(
    process.execPath,
    ['--input-type=module', '-e', `${script}; setInterval(() => {}, 1000);`],
    {
      stdio: ['ignore', 'pipe', 'inherit'],
    },
  );
  children.push(child);
  const word = await new Promise<string>((resolve) =>
    child.stdout.once('data', (chunk: Buffer) => resolve(chunk.toString().trim())),
  );
  return { word, child };
}

const claim = (port: number) =>
  said(
    `import { claimPort } from ${library('free-port.mjs')}; console.log((await claimPort(${port})) ? 'mine' : 'refused')`,
  );

const kill = (child: ChildProcess) =>
  new Promise((resolve) => {
    child.once('exit', resolve);
    child.kill('SIGKILL');
  });

/** A server on a port that the kernel gives to no outgoing connection in the meantime. */
async function listening(): Promise<{ port: number; server: Server }> {
  for (;;) {
    const server = createServer();
    const port = 20_000 + Math.floor(Math.random() * 12_000);
    server.listen(port, '127.0.0.1');
    const refused = await once(server, 'listening').then(
      () => undefined,
      (error: NodeJS.ErrnoException) => error,
    );
    if (refused === undefined) return { port, server };
    if (refused.code !== 'EADDRINUSE') throw refused;
  }
}

const closed = (server: Server) => new Promise((resolve) => server.close(resolve));

/** A port on which nothing listens any more. */
async function left(): Promise<number> {
  const { port, server } = await listening();
  await closed(server);
  return port;
}

afterEach(async () => {
  await Promise.all(
    children
      .splice(0)
      .filter(({ signalCode }) => signalCode === null)
      .map(kill),
  );
});

describe('a port that a server is to be started on', () => {
  it('is given to one of several who look for one concurrently, before anything listens on it', async () => {
    const port = await left();
    const words = await Promise.all(Array.from({ length: 4 }, () => claim(port)));
    expect(words.map(({ word }) => word).sort()).toEqual(['mine', 'refused', 'refused', 'refused']);
  });

  it('is free again when the process that claimed it was killed', async () => {
    const port = await left();
    const first = await claim(port);
    expect(first.word).toBe('mine');
    await kill(first.child);
    expect((await claim(port)).word).toBe('mine');
  });

  it('is not claimed while something listens on it, and is free for the next claim afterwards', async () => {
    const { port, server } = await listening();
    expect((await claim(port)).word).toBe('refused');
    await closed(server);
    expect((await claim(port)).word).toBe('mine');
  });

  it('differs for two portals that choose at the same time, also for the former ports of their Drives', async () => {
    const driveBefore = await left();
    const choose = () =>
      said(
        `import { choosePorts } from ${library('ports.mjs')};
         const { release, ...ports } = await choosePorts({ wanted: 0, host: '127.0.0.1', driveBefore: ${driveBefore} });
         console.log(JSON.stringify(ports))`,
      );
    const chosen = (await Promise.all([choose(), choose(), choose()])).map(
      ({ word }) => JSON.parse(word) as Record<string, unknown>,
    );
    const ports = chosen.flatMap((one) => Object.values(one).filter((value) => typeof value === 'number'));
    expect(new Set(ports).size).toBe(15);
    expect(chosen.map(({ driveMoved }) => driveMoved).sort()).toEqual([false, true, true]);
  });
});
