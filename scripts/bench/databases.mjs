// The databases of one run: copies of one that is migrated once, on one server.
import crypto from 'node:crypto';
import { prepareTestDatabase } from '../lib/test-database.mjs';
import { startProduct } from './product.mjs';

/** A connection besides the product's, with the rights of the database's owner. */
export async function connect(url) {
  const { default: pg } = await import('pg');
  const client = new pg.Client({ connectionString: url });
  client.on('error', (error) => process.stderr.write(`${error.message}\n`));
  await client.connect();
  return client;
}

/** `work({ client, get })` with modules of the product (see `startProduct`) and a connection; both end with it. */
export async function withProduct(url, modules, options, work) {
  const client = await connect(url);
  const { get, close } = await startProduct(url, modules, options);
  try {
    return await work({ client, get });
  } finally {
    await close();
    await client.end();
  }
}

/**
 * Starts nothing before the first `use`. Returns { use, stop }: `use(work)` gives `work(url)` a migrated database of its own
 * and removes it afterwards; `stop` ends the server and removes leftovers.
 */
export function createDatabases(progress) {
  let server;
  const onServer = async (statement) => {
    const url = new URL((await server).url);
    url.pathname = '/postgres';
    const client = await connect(url.href);
    try {
      await client.query(statement);
    } finally {
      await client.end();
    }
  };
  return {
    async use(work) {
      server ??= prepareTestDatabase({ progress, build: false });
      const url = new URL((await server).url);
      const template = url.pathname.slice(1);
      const name = `${template}_${crypto.randomBytes(5).toString('hex')}`;
      await onServer(`create database "${name}" template "${template}"`);
      url.pathname = `/${name}`;
      const drop = () => onServer(`drop database "${name}" with (force)`);
      try {
        const result = await work(url.href);
        await drop();
        return result;
      } catch (error) {
        await drop().catch(() => {});
        throw error;
      }
    },
    async stop() {
      // A server that did not start has reported it already, and left nothing.
      await (await server?.catch(() => undefined))?.stop();
    },
  };
}
