import { createRequire } from 'node:module';
import { inRoot } from '../root.mjs';

const require = createRequire(import.meta.url);

/** A module of the build: what the documentation tells is asked of the code that runs. */
export function fromDist(...path) {
  return require(inRoot('dist', ...path));
}

/** A JSON file of the repository. */
export function json(...path) {
  return require(inRoot(...path));
}
