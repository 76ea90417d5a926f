import { manifestRules } from '@portal/contract';
import type { Documentation } from './documentation.js';

/** One per manifest rule, from the rule itself. */
export const manifestDocs: Readonly<Record<string, Documentation>> = Object.fromEntries(
  manifestRules.map(({ doc: { number, cause, fix, example } }) => [
    number,
    { cause, fix, ...(example === undefined ? {} : { example }) },
  ]),
);
