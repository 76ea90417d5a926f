// The verifiers that authors copy.
import fs from 'node:fs';
import { inRoot } from '../root.mjs';

const LANGUAGES = { mjs: 'Node', py: 'Python', go: 'Go', rb: 'Ruby', php: 'PHP' };

/** The verifiers that authors copy, word for word: {language, file, code}. */
export function snippets() {
  return Object.entries(LANGUAGES).map(([ending, language]) => ({
    language,
    file: `verify.${ending}`,
    code: fs.readFileSync(inRoot('apps/cli/snippets', `verify.${ending}`), 'utf8'),
  }));
}
