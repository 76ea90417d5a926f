import { manifestRules } from '@portal/contract';
import type { Documentation } from './documentation.js';

/** One per rule of the manifest, as the rule says it. */
export const manifestDocs: Readonly<Record<string, Documentation>> = Object.fromEntries(
  manifestRules.map(({ doc: { number, cause, fix, example } }) => [
    number,
    { cause, fix, ...(example === undefined ? {} : { example }) },
  ]),
);
