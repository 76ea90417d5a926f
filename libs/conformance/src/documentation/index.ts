import { documentDocs, ruleDocs } from './document.js';
import type { Documentation } from './documentation.js';
import { lifecycleDocs } from './lifecycle.js';
import { liveDocs } from './live.js';
import { optionalDocs } from './optional.js';

/** Cause, fix and example of every check, by its number. Plain data from which pages are generated. */
export const checkDocumentation: Readonly<Record<string, Documentation>> = Object.freeze({
  ...documentDocs,
  ...ruleDocs,
  ...liveDocs,
  ...lifecycleDocs,
  ...optionalDocs,
});
