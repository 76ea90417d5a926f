import { childPointer } from '../../json/pointer.js';
import { isObject, type JsonObject } from '../../json/types.js';
import type { ManifestRule, RuleReport } from '../rule.js';
import type { ManifestShape } from '../types.js';
import { fieldTree, type FieldNode } from '../field-tree.js';
import type { FieldEntry } from '../field.js';

/** A list of blocks with its place, and the known fields of its elements. */
interface ListPlace {
  readonly path: readonly string[];
  readonly known: ReadonlySet<string>;
}

/** A block with its known fields; '' is the manifest itself. */
interface Place {
  readonly block: string;
  readonly known: ReadonlySet<string>;
}

/** True when one edit (insert, delete, replace) or a difference in case and separators leads from `a` to `b`. */
function isNear(a: string, b: string): boolean {
  const plain = (text: string): string => text.toLowerCase().replaceAll(/[-_ ]/g, '');
  const [x, y] = [plain(a), plain(b)];
  if (Math.abs(x.length - y.length) > 1) return false;
  let start = 0;
  while (start < x.length && x[start] === y[start]) start++;
  let end = 0;
  while (end < Math.min(x.length, y.length) - start && x.at(-1 - end) === y.at(-1 - end)) end++;
  return Math.max(x.length, y.length) - start - end <= 1;
}

function checkObject(report: RuleReport, object: JsonObject, pointer: string, known: ReadonlySet<string>): void {
  for (const key in object) {
    if (known.has(key) || key.startsWith('x-') || key.startsWith('x_')) continue;
    const near = [...known].find((candidate) => isNear(candidate, key));
    const fix = near ? `Did you mean "${near}"?` : 'Remove it if it has no purpose.';
    report.warn(
      'field_unknown',
      childPointer(pointer, key),
      `The contract has no field "${key.slice(0, 80)}" here; it is ignored.`,
      fix,
    );
  }
}

function checkBlock(report: RuleReport, manifest: JsonObject, { block, known }: Place): void {
  const object = block === '' ? manifest : manifest[block];
  if (isObject(object)) checkObject(report, object, block === '' ? '' : `/${block}`, known);
}

function checkItems(report: RuleReport, list: unknown, pointer: string, known: ReadonlySet<string>): void {
  if (!Array.isArray(list)) return;
  for (const [i, item] of list.entries())
    if (isObject(item)) checkObject(report, item, childPointer(pointer, i), known);
}

interface Places {
  readonly blocks: readonly Place[];
  readonly lists: readonly ListPlace[];
}

/** Blocks and lists of a shape; lists of the manifest before those in a block. */
function placesOf(nodes: readonly FieldNode[]): Places {
  const names = (of: readonly FieldNode[]): string[] => of.map(({ key }) => key);
  const place = (block: string, of: readonly FieldNode[]): Place => ({ block, known: new Set(names(of)) });
  const all = nodes.flatMap((node) => [
    { node, path: [node.key] },
    ...(node.list ? [] : (node.members ?? []).map((member) => ({ node: member, path: [node.key, member.key] }))),
  ]);
  return {
    blocks: [
      place('', nodes),
      ...nodes.filter(({ members, list }) => members && !list).map((node) => place(node.key, node.members!)),
    ],
    lists: all
      .filter(({ node }) => node.list)
      .sort((a, b) => a.path.length - b.path.length)
      .map(({ node, path }) => ({ path, known: new Set(names(node.members!)) })),
  };
}

const at = (manifest: JsonObject, path: readonly string[]): unknown =>
  path.reduce<unknown>((value, key) => (isObject(value) ? value[key] : undefined), manifest);

/** Unknown fields are ignored, but a misspelled one should be reported. */
export function unknownFields(fields: Readonly<Record<string, FieldEntry>>): ManifestRule {
  const places: Readonly<Record<ManifestShape, Places>> = {
    flat: placesOf(fieldTree(fields, 'flat')),
    structured: placesOf(fieldTree(fields, 'structured')),
  };
  return {
    id: 'unknown-fields',
    clause: 'Versioning 2; Drive manifest',
    shapes: ['flat', 'structured'],
    doc: {
      number: 'C38',
      title: 'Every field is one that the contract knows.',
      cause: 'A field is misspelled, or belongs to another version; the host does not read it.',
      fix: 'Correct the spelling, or remove it.',
    },
    check(manifest, report) {
      const { blocks, lists } = places[report.shape];
      for (const place of blocks) checkBlock(report, manifest, place);
      for (const { path, known } of lists) checkItems(report, at(manifest, path), `/${path.join('/')}`, known);
    },
  };
}
