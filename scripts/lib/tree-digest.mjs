import { execFileSync } from 'node:child_process';
import crypto from 'node:crypto';
import fs from 'node:fs';
import { inRoot, root } from './root.mjs';

/** Hash of the files of the working tree that the pathspecs of git choose, ignored ones excepted; undefined without git. */
export function treeDigest(...pathspecs) {
  let files;
  try {
    const args = ['ls-files', '-z', '--cached', '--others', '--exclude-standard', '--', ...pathspecs];
    files = execFileSync('git', args, { cwd: root, encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] }).split('\0');
  } catch {
    return undefined;
  }
  const hash = crypto.createHash('sha256');
  for (const file of new Set(files.filter((one) => one && fs.existsSync(inRoot(one))).sort()))
    hash
      .update(`${file}\0`)
      .update(fs.readFileSync(inRoot(file)))
      .update('\0');
  return hash.digest('hex');
}
