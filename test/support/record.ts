import { appendFileSync, mkdirSync } from 'node:fs';
import path from 'node:path';

/** Keeps what a test has seen, a file of each process, for the end of the run (scripts/lib/testing/recorded.mjs). */
export function record(what: 'answered' | 'checked', line: string): void {
  const directory = path.resolve('test-output/recorded', what);
  mkdirSync(directory, { recursive: true });
  appendFileSync(path.join(directory, String(process.pid)), `${line}\n`);
}
