import { ESLint } from 'eslint';
import { root } from '../lib/root.mjs';

/** eslint with the rules of eslint.config.mjs, which takes its types from `program`; a file that is not in it is refused. */
export function lintBy(program, { ignorePatterns = [] } = {}) {
  return new ESLint({
    cwd: root,
    ignorePatterns,
    overrideConfig: {
      files: ['**/*.ts', '**/*.tsx'],
      languageOptions: { parserOptions: { projectService: false, programs: [program] } },
    },
  });
}
