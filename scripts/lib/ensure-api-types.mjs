import { spawnSync } from 'node:child_process';
import { Problem } from './problem.mjs';
import { inRoot, root } from './root.mjs';

/** Writes the types of the API that the pages are checked with (apps/web/src/api/schema.d.ts) unless they are up to date. */
export function ensureApiTypes() {
  const { status, stdout, stderr } = spawnSync(process.execPath, [inRoot('scripts/openapi-types/generate.mjs')], {
    cwd: root,
    encoding: 'utf8',
  });
  if (status !== 0)
    throw new Problem(
      'api_types',
      `The types of the API could not be made of docs/openapi.json:\n\n${stderr || stdout}`,
    );
}
