import { open } from 'node:fs/promises';
import path from 'node:path';
import { UsageError, type Io } from './io.js';

const MAX_FILE_BYTES = 1024 * 1024;

/** The address when an argument is one, null when it is a file name. @throws UsageError for an address nobody can call. */
export function asUrl(argument: string): URL | null {
  if (!/^[a-z][a-z0-9+.-]*:\/\//i.test(argument)) return null;
  let url: URL;
  try {
    url = new URL(argument);
  } catch {
    throw new UsageError(`This is not an address: ${argument}`);
  }
  if (url.protocol !== 'https:' && url.protocol !== 'http:')
    throw new UsageError('An address starts with https:// or http://.');
  if (url.username !== '' || url.password !== '')
    throw new UsageError('An address must not hold a user name or a password.');
  url.hash = '';
  return url;
}

/** Reads a file of at most 1 MiB. @throws UsageError when it cannot be read. */
export async function readInput(io: Io, name: string): Promise<Uint8Array> {
  const file = path.resolve(io.cwd, name);
  try {
    const handle = await open(file, 'r');
    try {
      const { size } = await handle.stat();
      if (size > MAX_FILE_BYTES) throw new UsageError(`${name} is larger than 1 MiB.`);
      return await handle.readFile();
    } finally {
      await handle.close();
    }
  } catch (error) {
    if (error instanceof UsageError) throw error;
    const code = (error as NodeJS.ErrnoException).code;
    const reasons: Readonly<Record<string, string>> = {
      ENOENT: 'there is no such file',
      EISDIR: 'it is a directory',
      EACCES: 'access is denied',
    };
    throw new UsageError(`Cannot read ${name}: ${reasons[code ?? ''] ?? code ?? String(error)}.`);
  }
}
