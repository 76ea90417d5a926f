import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';

const RUNS = `drive-portal-runs-${process.getuid?.() ?? 'user'}`;

/**
 * The directory for temporary files that all processes of this account share, in a run of tests too, whose own files
 * lie in a directory of the run (test-run.mjs).
 */
export function sharedTemp() {
  const temp = os.tmpdir();
  const ofRun = path.dirname(path.dirname(temp));
  return path.basename(ofRun) === RUNS ? path.dirname(ofRun) : temp;
}

/** Where the runs of tests of this account have their directories. */
export const runsDirectory = () => path.join(sharedTemp(), RUNS);

const MEMORY = '/dev/shm';
const ENOUGH_BYTES = 4 * 2 ** 30;

/**
 * A directory of a run of tests that lies in memory, for the files of a database server: copying a database makes and
 * removes 1,300 files, which costs a disk's file system up to seven times the CPU. Undefined where there is no such file
 * system or less than 4 GiB free. `fs.rmSync` of it belongs to the end of the run.
 */
export function memoryDirectory(run) {
  try {
    const { bavail, bsize } = fs.statfsSync(MEMORY);
    return bavail * bsize < ENOUGH_BYTES ? undefined : inMemory(run);
  } catch {
    return undefined;
  }
}

/** Where that directory is, or would be. */
export const inMemory = (run) => path.join(MEMORY, RUNS, path.basename(run));
