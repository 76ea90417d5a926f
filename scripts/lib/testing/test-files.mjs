import fs from 'node:fs';
import path from 'node:path';
import { root } from '../root.mjs';

/** Which Jest project runs a file; the first pattern that fits. jest.config.cjs names the same endings. */
const KINDS = [
  { kind: 'e2e', fits: /^test\/e2e\/.*\.e2e-spec\.ts$/ },
  { kind: 'arch', fits: /^test\/arch\/.*\.arch-spec\.ts$/ },
  { kind: 'integration', fits: /^(apps|libs|test)\/.*\.int-spec\.ts$/ },
  { kind: 'unit', fits: /^(apps|libs|test)\/.*\.spec\.tsx?$/ },
];
const SKIPPED = new Set(['node_modules', 'dist', 'test-output']);

/** Every test file as { file, kind }; `file` is relative to the checkout, with slashes. */
export function testFiles() {
  return ['apps', 'libs', 'test']
    .flatMap((directory) => walk(directory))
    .flatMap((file) => {
      const kind = KINDS.find(({ fits }) => fits.test(file))?.kind;
      return kind ? [{ file, kind }] : [];
    })
    .sort((a, b) => (a.file < b.file ? -1 : 1));
}

/** Those whose path has one of the words in it; all of them without words. @type {<File>(files: File[], words: string[]) => File[]} */
export const withWords = (files, words) =>
  words.length === 0 ? files : files.filter(({ file }) => words.some((word) => file.includes(asRelative(word))));

// A path may be written as the shell completes it, or absolute.
const asRelative = (word) => (path.isAbsolute(word) ? path.relative(root, word) : word.replace(/^\.\//, ''));

/** Every file below a directory of the checkout, relative to the checkout. */
export function walk(directory) {
  return fs.readdirSync(path.join(root, directory), { withFileTypes: true }).flatMap((entry) => {
    const at = `${directory}/${entry.name}`;
    if (entry.isDirectory()) return SKIPPED.has(entry.name) ? [] : walk(at);
    return [at];
  });
}
