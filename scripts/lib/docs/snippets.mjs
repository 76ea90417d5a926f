// The verifiers that authors copy.
import { text } from './from-dist.mjs';

const LANGUAGES = { mjs: 'Node', py: 'Python', go: 'Go', rb: 'Ruby', php: 'PHP' };

/** Code that accepts both secrets during a rotation, by the verifier of the same language: {file, code}. */
export function rotationSnippet() {
  const file = 'verify-both.mjs';
  return { file, code: text(`apps/cli/snippets/${file}`) };
}

/** The verifiers that authors copy, word for word: {language, file, code}. */
export function snippets() {
  return Object.entries(LANGUAGES).map(([ending, language]) => ({
    language,
    file: `verify.${ending}`,
    code: text(`apps/cli/snippets/verify.${ending}`),
  }));
}
