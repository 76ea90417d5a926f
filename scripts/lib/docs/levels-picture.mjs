// The picture of the levels in ARCHITECTURE.md, from the import rules and from the declared uses of each lib.
import fs from 'node:fs';
import { createRequire } from 'node:module';
import { inRoot } from '../root.mjs';

const LEVELS = createRequire(import.meta.url)('../../check/levels.cjs');
const BETWEEN = /(<!-- levels: made by npm run generate -->\n)[\s\S]*?(<!-- end of levels -->)/;

/** `text` with the picture between its two marks. Throws when they are missing. */
export function withLevelsPicture(text) {
  if (!BETWEEN.test(text)) throw new Error('ARCHITECTURE.md has no marks for the picture of the levels.');
  return text.replace(BETWEEN, (_, begin, end) => `${begin}\n${picture(LEVELS, usedBy)}\n${end}`);
}

/** Libs that the TypeScript project of `lib` refers to; test/arch/boundaries keeps that list exact. */
function usedBy(lib) {
  const { references = [] } = JSON.parse(fs.readFileSync(inRoot('libs', lib, 'tsconfig.json'), 'utf8'));
  return references.map(({ path }) => path.replace('../', ''));
}

/**
 * A Mermaid diagram. An arrow that follows from two others is left out.
 * @param {string[][]} levels
 * @param {(lib: string) => string[]} uses
 */
export function picture(levels, uses) {
  const reachable = (lib) => new Set(uses(lib).flatMap((one) => [one, ...reachable(one)]));
  const arrows = levels.flat().flatMap((lib) => {
    const direct = uses(lib);
    const further = new Set(direct.flatMap((one) => [...reachable(one)]));
    return direct.filter((one) => !further.has(one)).map((one) => `  ${lib} --> ${one}`);
  });
  const boxes = levels.map((libs, level) => [
    `  subgraph level${level}["Level ${level}"]`,
    ...libs.map((lib) => `    ${lib}`),
    '  end',
  ]);
  return ['```mermaid', 'flowchart TD', ...boxes.reverse().flat(), ...arrows, '```', ''].join('\n');
}
