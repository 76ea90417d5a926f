import type { Documentation } from './documentation.js';
import { documentDocs } from './document.js';
import { lifecycleDocs } from './lifecycle.js';
import { listingDocs } from './listing.js';
import { connectionDocs } from './connection.js';
import { liveDocs } from './live.js';
import { optionalDocs } from './optional.js';
import { manifestDocs } from './manifest.js';

/** Cause, fix and example of every check, by its number. Plain data from which pages are generated. */
export const checkDocumentation: Readonly<Record<string, Documentation>> = Object.freeze({
  ...documentDocs,
  ...manifestDocs,
  ...liveDocs,
  ...lifecycleDocs,
  ...listingDocs,
  ...connectionDocs,
  ...optionalDocs,
});
