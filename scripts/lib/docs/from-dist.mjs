import fs from 'node:fs';
import { createRequire } from 'node:module';
import path from 'node:path';
import { inRoot, root } from '../root.mjs';

const require = createRequire(import.meta.url);
const read = new Set();

/** A module of the build: the documentation is generated from the code that runs. */
export function fromDist(...path) {
  return require(inRoot('dist', ...path));
}

/** A JSON file of the repository. */
export function json(...path) {
  return require(inRoot(...path));
}

/** A text file of the repository. */
export function text(file) {
  read.add(file);
  return fs.readFileSync(inRoot(file), 'utf8');
}

/** The names in a folder of the repository, in order. */
export function names(folder) {
  read.add(folder);
  return fs.readdirSync(inRoot(folder)).sort();
}

/** Every file and folder that was read by the functions above, with what the modules load in turn; no packages. */
export function filesRead() {
  const loaded = Object.keys(require.cache).map((file) => path.relative(root, file).replaceAll(path.sep, '/'));
  const ours = loaded.filter((file) => !file.startsWith('..') && !file.includes('node_modules/'));
  return [...new Set([...ours, ...read])].sort();
}
