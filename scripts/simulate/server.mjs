// A PostgreSQL server on which simulations may create their databases.
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { startLocalPg } from '../lib/local-pg.mjs';
import { takeLock } from '../lib/lock-file.mjs';
import { inRoot } from '../lib/root.mjs';

/**
 * The server of DATABASE_URL, else one of this checkout's own, kept between runs because making it takes seconds. While
 * another simulation uses that one: one in a temporary directory.
 * Returns { url, stop }.
 */
export async function simulationServer(env = process.env) {
  if (env.DATABASE_URL) return { url: env.DATABASE_URL, stop: async () => {} };
  const kept = path.join(inRoot('.data'), 'simulator');
  const lock = takeLock(`${kept}.lock`);
  if (lock.release) {
    try {
      const server = await startLocalPg({ dataDir: kept, database: 'simulator', throwaway: true });
      const stop = async () => {
        await server.stop();
        lock.release();
      };
      return { url: server.url, stop };
    } catch (error) {
      lock.release();
      throw error;
    }
  }
  const dataDir = fs.mkdtempSync(path.join(os.tmpdir(), 'drive-portal-simulator-'));
  const remove = () => fs.rmSync(dataDir, { recursive: true, force: true });
  try {
    const server = await startLocalPg({ dataDir, database: 'simulator', throwaway: true });
    const stop = async () => {
      await server.stop();
      remove();
    };
    return { url: server.url, stop };
  } catch (error) {
    remove();
    throw error;
  }
}
