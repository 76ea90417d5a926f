// Documentation of the conformance checks, made from the engine itself: what a finding looks like is what the engine says
// about the Drive in the gallery that breaks just that rule.
import { fromDist } from './from-dist.mjs';
import { cell, code, table } from './markdown.mjs';

const load = (file) => fromDist('libs/conformance/src', file);
const MODES = {
  schema: 'the document alone',
  public: 'no key',
  full: 'your key',
  lifecycle: 'your key and a probe tenant',
};

/**
 * {checks, touched}: `touched` says which fields (shape and JSON pointer) the findings of a check pointed to. Every check:
 * {id, level, check, rule, title, clause, mode, needs, how, cause, fix, written, example}; `how` is its
 * weight, `written` a wrong and a right spelling, `example` a finding, each null where there is none.
 */
export async function checkCatalogue() {
  const { conformanceCatalogue } = load('index.js');
  const { faultyDrives } = load('testing/gallery.js');
  const { faultyLifecycles } = load('testing/gallery-lifecycle.js');
  const { playDrive } = load('testing/play.js');
  const examples = new Map();
  const touched = new Map();
  for (const [mode, drives] of [
    ['full', faultyDrives],
    ['lifecycle', faultyLifecycles],
  ]) {
    for (const [broken, faults, , shape = 'minimal'] of drives) {
      const { report } = await playDrive(faults, shape, mode);
      for (const finding of report.findings) {
        const { id, sent, expected, received, cause, fix, pointer, endpoint } = finding;
        if (pointer) addTo(touched, id, `${shape === 'flat' ? 'flat' : 'structured'}${pointer}`);
        if (!examples.has(id)) examples.set(id, { broken, pointer, endpoint, sent, expected, received, cause, fix });
      }
    }
  }
  const checks = conformanceCatalogue().map(({ example, ...entry }) => ({
    ...entry,
    needs: MODES[entry.mode],
    how: entry.enforcement === 'observed' ? 'only observed' : entry.required ? 'enforced, required' : 'enforced',
    written: example ?? null,
    example: examples.get(entry.id) ?? null,
  }));
  return { checks, touched };
}

function addTo(map, key, value) {
  map.set(key, (map.get(key) ?? new Set()).add(value));
}

/** The recipes that the detector tries: {name, does, fix}. */
export function recipeCatalogue() {
  return load('index.js').wrongRecipes.map(({ name, does, fix }) => ({ name, does, fix }));
}

/** docs/contract/checks.md */
export function checksPage(checks, recipes) {
  const section = ({ id, level, check, rule, title, clause, needs, how, cause, fix, written, example }) =>
    [
      `### ${id}: ${title}`,
      '',
      `${level} · ${check} · \`${rule}\` · needs ${needs} · ${clause} · ${how}`,
      '',
      `${cause} ${fix}`,
      ...(written ? ['', `Wrong: \`${written.wrong}\``, '', `Right: \`${written.right}\``] : []),
      ...(example
        ? [
            '',
            `Example: ${example.broken}.`,
            '',
            `- Expected: ${example.expected}`,
            ...(example.received ? [`- Received: \`${example.received.replaceAll('`', "'")}\``] : []),
            `- Cause: ${example.cause}`,
            `- Fix: ${example.fix}`,
          ]
        : []),
    ].join('\n');
  return `# What is checked in a Drive

Made by \`npm run generate\` from the engine (\`libs/conformance\`). The examples are what it says about the Drive of its
gallery that breaks just that rule. ${checks.length} checks; \`drive validate\` runs all of them, the public validator those
that need no key. While a required check is broken there is no verdict; one that is only observed blocks and weighs nothing.

${table(
  ['Check', 'Rule', 'Level', 'Needs'],
  checks.map(({ id, title, level, needs }) => [id, cell(title), level, needs]),
)}

## Wrong recipes that are named

When a correct signature is refused, the engine tries how authors sign by mistake, and names what the Drive does. It stays
a failure.

${table(
  ['Name', 'Your Drive ...', 'Fix'],
  recipes.map(({ name, does, fix }) => [code(name), cell(does), cell(fix)]),
)}

## The checks

${checks.map(section).join('\n\n')}
`;
}
