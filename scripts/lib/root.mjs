import path from 'node:path';
import { fileURLToPath } from 'node:url';

/** The checkout's own directory; every script works from here, wherever it was called from. */
export const root = path.resolve(path.dirname(fileURLToPath(import.meta.url)), '..', '..');

export const inRoot = (...parts) => path.join(root, ...parts);
