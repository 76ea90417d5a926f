// node scripts/lib/docs/write.mjs RECORD: writes the data of the portal's pages under /docs, and into RECORD the inputs
// it was made of. A process of its own, as the modules of the build that it asks must be those of now. The server has
// to be built.
import fs from 'node:fs';
import { FOLDER, digestOf } from '../ensure-author-docs.mjs';
import { fail } from '../problem.mjs';
import { inRoot } from '../root.mjs';
import { writeWhole } from '../write-whole.mjs';
import { filesRead } from './from-dist.mjs';
import { portalDocs } from './index.mjs';

async function main([record]) {
  const files = Object.entries(await portalDocs()).map(([name, value]) => [`${FOLDER}/${name}.json`, value]);
  fs.mkdirSync(inRoot(FOLDER), { recursive: true });
  for (const [file, value] of files) writeWhole(inRoot(file), JSON.stringify(value));
  const inputs = filesRead();
  const outputs = files.map(([file]) => file);
  writeWhole(record, JSON.stringify({ digest: digestOf(inputs), inputs, outputs }));
}

main(process.argv.slice(2)).catch(fail);
