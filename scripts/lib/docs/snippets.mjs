// The verifiers that authors copy.
import fs from 'node:fs';
import { inRoot } from '../root.mjs';

const LANGUAGES = { mjs: 'Node', py: 'Python', go: 'Go', rb: 'Ruby', php: 'PHP' };

/** What takes both secrets during a rotation, by the verifier of the same language: {file, code}. */
export function rotationSnippet() {
  const file = 'verify-both.mjs';
  return { file, code: fs.readFileSync(inRoot('apps/cli/snippets', file), 'utf8') };
}

/** The verifiers that authors copy, word for word: {language, file, code}. */
export function snippets() {
  return Object.entries(LANGUAGES).map(([ending, language]) => ({
    language,
    file: `verify.${ending}`,
    code: fs.readFileSync(inRoot('apps/cli/snippets', `verify.${ending}`), 'utf8'),
  }));
}
