import crypto from 'node:crypto';
import fs from 'node:fs';
import { Problem } from './problem.mjs';
import { inRoot, root } from './root.mjs';
import { run } from './run.mjs';

/** Where the content of the portal's pages under /docs is written. */
export const FOLDER = 'apps/web/src/docs/generated';
const RECORD = inRoot('dist', '.author-docs.json');
/** Its generator; its inputs are in the record. */
const MAKERS = ['scripts/lib/docs', 'package-lock.json'];

/** Whether FOLDER was made of the current inputs. */
export function areAuthorDocsFresh() {
  try {
    const { digest, inputs, outputs } = JSON.parse(fs.readFileSync(RECORD, 'utf8'));
    return outputs.every((file) => fs.existsSync(inRoot(file))) && digest === digestOf(inputs);
  } catch {
    return false;
  }
}

/**
 * Writes FOLDER from docs/openapi.json, docs/errors.md and the built libs.
 * @throws Problem when something cannot be documented
 */
export async function writeAuthorDocs() {
  const { code, output } = await run(process.execPath, [inRoot('scripts/lib/docs/write.mjs'), RECORD], { cwd: root });
  if (code !== 0) throw new Problem('author_docs', `The documentation for authors could not be made:\n\n${output}`);
}

/** Of `inputs` (a folder counts by the names in it) and of what makes the documentation of them. */
export function digestOf(inputs) {
  const hash = crypto.createHash('sha256');
  for (const file of [...MAKERS, ...fs.readdirSync(inRoot(MAKERS[0])).map((name) => `${MAKERS[0]}/${name}`), ...inputs])
    hash
      .update(file)
      .update('\0')
      .update(contentOf(inRoot(file)))
      .update('\0');
  return hash.digest('hex');
}

const contentOf = (at) => (fs.statSync(at).isDirectory() ? fs.readdirSync(at).sort().join() : fs.readFileSync(at));
