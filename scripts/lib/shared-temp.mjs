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
