/**
 * Something that the person at the terminal can put right: printed as text, without a stack.
 * `code` is for tests and callers, `hint` says what to do next.
 */
export class Problem extends Error {
  constructor(code, message, hint) {
    super(hint ? `${message}\n${hint}` : message);
    this.name = 'Problem';
    this.code = code;
  }
}

/** Messages of other programs than Node, such as PostgreSQL, about a full disk. */
export const DISK_FULL = /No space left on device|Disk quota exceeded|Check free disk space|ENOSPC|disk full/i;

/** Turns a file system error about `what` into a Problem; anything else is returned as it came. */
export function fileProblem(error, what) {
  const code = error?.code;
  if (code === 'ENOSPC' || code === 'EDQUOT') {
    return new Problem(
      'disk_full',
      `No space left on the disk that holds ${what}.`,
      'Free some space and run the same command again; nothing has been lost.',
    );
  }
  if (code === 'EACCES' || code === 'EPERM' || code === 'EROFS') {
    return new Problem(
      'not_writable',
      `Cannot write to ${what} (${code}).`,
      'Change its permissions, or name another directory: DATA_DIR=/some/dir npm start',
    );
  }
  if (code === 'ENOENT') {
    return new Problem(
      'not_writable',
      `Cannot make ${what}: nothing can be made there.`,
      'Name another directory: DATA_DIR=/some/dir npm start',
    );
  }
  if (code === 'ENOTDIR' || code === 'EEXIST') {
    return new Problem(
      'not_a_directory',
      `${what} is in the way: a directory is needed there.`,
      'Move it aside, or name another directory: DATA_DIR=/some/dir npm start',
    );
  }
  return error;
}

/** Prints the problem and ends the process with code 1. */
export function fail(error) {
  process.stderr.write(`\n${error instanceof Problem ? error.message : (error?.stack ?? String(error))}\n`);
  process.exit(1);
}
