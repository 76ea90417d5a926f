import { lstat, open } from 'node:fs/promises';
import path from 'node:path';
import { Interrupted, UsageError, type Io } from './io.js';

const MAX_FILE_BYTES = 1024 * 1024;
const CHUNK_BYTES = 64 * 1024;
/** Looks like `localhost:4010`, `drive.example.com/manifest` or `127.0.0.1`. */
const HOST_LIKE = /^(localhost|\d{1,3}(?:\.\d{1,3}){3}|[a-z0-9-]+(?:\.[a-z0-9-]+)+)(:\d{1,5})?(?:\/|$)/i;
/** Endings of files that such a name may be instead. */
const FILE_LIKE = /\.(json|jsonc|txt|ya?ml)$/i;

/** The URL when an argument is one, null when it is a file name. @throws UsageError for a URL that cannot be called. */
export function asUrl(argument: string): URL | null {
  if (!/^[a-z][a-z0-9+.-]*:\/\//i.test(argument)) return null;
  let url: URL;
  try {
    url = new URL(argument);
  } catch {
    throw new UsageError(`Not a valid URL: ${argument}`);
  }
  if (url.protocol !== 'https:' && url.protocol !== 'http:')
    throw new UsageError('The URL must start with https:// or http://.');
  if (url.username !== '' || url.password !== '')
    throw new UsageError('The URL must not contain a user name or password.');
  url.hash = '';
  return url;
}

/** The URL of a manifest: the origin of a Drive gets the default path (contract: Endpoints). */
export function asManifestUrl(argument: string): URL | null {
  const url = asUrl(argument);
  if (url?.pathname === '/' && url.search === '') url.pathname = '/api/platform/drive/manifest';
  return url;
}

/** Suggests a URL for a name that is not a file, as the end of a message; empty without a suggestion. */
export function addressMeant(argument: string): string {
  const found = HOST_LIKE.exec(argument);
  if (!found || (FILE_LIKE.test(argument) && found[2] === undefined)) return '';
  const local = /^(localhost|127\.)/i.test(found[1]!);
  return ` If you meant a URL, write ${local ? 'http' : 'https'}://${argument}`;
}

/**
 * Reads a file of at most `maxBytes` (default 1 MiB), or standard input for `-`.
 * @throws UsageError when it cannot be read, is empty, or is UTF-16 or binary; Interrupted at Ctrl-C
 */
export async function readInput(io: Io, name: string, maxBytes = MAX_FILE_BYTES): Promise<Uint8Array> {
  const shown = name === '-' ? 'standard input' : name;
  const reading =
    name === '-' ? collect(io.input, shown, maxBytes) : readFile(path.resolve(io.cwd, name), name, maxBytes);
  const bytes = await Promise.race([reading, interruption(io)]);
  if (bytes.length === 0) throw unreadable(`${shown} is empty.`);
  const problem = encodingProblem(bytes);
  if (problem) throw unreadable(`${shown} ${problem}`);
  return bytes;
}

/** Rejects at Ctrl-C: a read from a pipe or a keyboard may never end. */
function interruption(io: Io): Promise<never> {
  return new Promise((_, reject) => {
    const end = (): void => reject(new Interrupted('Interrupted before the input ended.'));
    if (io.stop.aborted) end();
    else io.stop.addEventListener('abort', end, { once: true });
  });
}

function unreadable(message: string): UsageError {
  return new UsageError(message, 'unreadable_input');
}

async function readFile(file: string, name: string, maxBytes: number): Promise<Buffer> {
  try {
    const handle = await open(file, 'r');
    try {
      return await collect(chunksOf(handle), name, maxBytes);
    } finally {
      await handle.close();
    }
  } catch (error) {
    if (error instanceof UsageError) throw error;
    const { code = String(error) } = error as NodeJS.ErrnoException;
    const isLink = code === 'ENOENT' && (await lstat(file).catch(() => null))?.isSymbolicLink() === true;
    const reasons: Readonly<Record<string, string>> = {
      ENOENT: isLink ? 'the link points to a file that does not exist' : 'no such file',
      ENOTDIR: 'no such file',
      EISDIR: 'it is a directory',
      EACCES: 'permission denied',
      ELOOP: 'too many levels of symbolic links',
      ENAMETOOLONG: 'the file name is too long',
    };
    const hint = code === 'ENOENT' || code === 'ENOTDIR' ? addressMeant(name) : '';
    throw unreadable(`Cannot read ${name}: ${reasons[code] ?? code}.${hint}`);
  }
}

/** A device or a pipe has no size, so it is read to its end, but never beyond the limit. */
async function* chunksOf(handle: {
  read: (buffer: Buffer) => Promise<{ bytesRead: number }>;
}): AsyncGenerator<Uint8Array> {
  for (;;) {
    const chunk = Buffer.alloc(CHUNK_BYTES);
    const { bytesRead } = await handle.read(chunk);
    if (bytesRead === 0) return;
    yield chunk.subarray(0, bytesRead);
  }
}

async function collect(chunks: AsyncIterable<Uint8Array>, name: string, maxBytes: number): Promise<Buffer> {
  const parts: Uint8Array[] = [];
  let size = 0;
  for await (const chunk of chunks) {
    size += chunk.length;
    if (size > maxBytes) throw unreadable(`${name} is larger than ${maxBytes / 1024 / 1024} MiB.`);
    parts.push(chunk);
  }
  return Buffer.concat(parts);
}

/** UTF-16 and binary data get a message of their own, because a JSON syntax error would mislead. */
function encodingProblem(bytes: Uint8Array): string | null {
  const [first, second] = bytes;
  const marked = (first === 0xff && second === 0xfe) || (first === 0xfe && second === 0xff);
  if (marked || (first === 0 && second !== 0) || (first !== 0 && second === 0))
    return 'is UTF-16 text, but JSON must be UTF-8. In PowerShell, write it with: Out-File -Encoding utf8NoBOM';
  return bytes.includes(0) ? 'contains zero bytes, so it is not a text file.' : null;
}
