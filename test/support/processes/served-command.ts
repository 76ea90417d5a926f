import { execFile } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import Fastify from 'fastify';
import { servePortal } from '../../../apps/api/src/portal/serve-portal.js';

const ROOT = path.resolve(__dirname, '../../..');

/** A portal that serves the command as the build makes it. */
export interface ServedCommand {
  readonly origin: string;
  readonly close: () => Promise<void>;
}

/** @param api origin to which calls of the API are passed on */
export async function serveCommand(api?: string): Promise<ServedCommand> {
  const dir = await mkdtemp(path.join(tmpdir(), 'drive-served-'));
  const vite = path.join(ROOT, 'node_modules/vite/bin/vite.js');
  await promisify(execFile)(process.execPath, [vite, 'build', '--outDir', dir, '--logLevel', 'warn'], {
    cwd: path.join(ROOT, 'apps/cli'),
    env: { ...process.env, NODE_ENV: 'production' },
  });
  await writeFile(path.join(dir, 'index.html'), '<title>Drive Portal</title>');
  const fastify = Fastify();
  const links = { publicUrl: 'https://portal.example.com', findPlugin: async () => null };
  await servePortal(
    fastify,
    () => undefined,
    async () => null,
    links,
    dir,
  );
  if (api !== undefined)
    fastify.all('/api/*', async ({ method, url, headers, body }, reply) => {
      const answer = await fetch(api + url, {
        method,
        headers: { authorization: headers.authorization ?? '', 'content-type': 'application/json' },
        ...(body === undefined || body === null ? {} : { body: JSON.stringify(body) }),
      });
      return reply
        .status(answer.status)
        .header('content-type', 'application/json')
        .send(await answer.text());
    });
  const origin = await fastify.listen({ port: 0, host: '127.0.0.1' });
  return {
    origin,
    close: async () => {
      await fastify.close();
      await rm(dir, { recursive: true, force: true });
    },
  };
}
