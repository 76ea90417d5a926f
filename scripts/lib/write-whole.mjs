import fs from 'node:fs';

/** Replaces a file in one step: whoever reads it at the same time gets all of it, or the one before. */
export function writeWhole(file, content) {
  const draft = `${file}.${process.pid}.tmp`;
  fs.writeFileSync(draft, content);
  fs.renameSync(draft, file);
}
