// node scripts/lib/docs/write.mjs RECORD: writes the data of the portal's pages under /docs, and into RECORD the inputs
// it was made of. A process of its own, as the modules of the build that it asks must be those of now. The server has
// to be built.
import fs from 'node:fs';
import path from 'node:path';
import { FOLDER, digestOf } from '../ensure-author-docs.mjs';
import { fail } from '../problem.mjs';
import { inRoot, root } from '../root.mjs';
import { filesRead } from './from-dist.mjs';
import { portalDocs } from './index.mjs';

async function main([record]) {
  const files = Object.entries(await portalDocs()).map(([name, value]) => [`${FOLDER}/${name}.json`, value]);
  fs.mkdirSync(inRoot(FOLDER), { recursive: true });
  for (const [file, value] of files) write(file, value);
  const inputs = filesRead();
  write(path.relative(root, record), { digest: digestOf(inputs), inputs, outputs: files.map(([file]) => file) });
}

/** Whole or not at all: an editor, a check or a server of pages may read it at the same time. */
function write(file, value) {
  const draft = inRoot(`${file}.${process.pid}`);
  fs.writeFileSync(draft, JSON.stringify(value));
  fs.renameSync(draft, inRoot(file));
}

main(process.argv.slice(2)).catch(fail);
