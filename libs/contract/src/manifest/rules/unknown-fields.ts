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

/** A block with its known fields; '' is the manifest itself. `usual` are the fields of the last valid one. */
interface Place {
  readonly block: string;
  readonly known: ReadonlySet<string>;
  usual: readonly string[];
}

/**
 * Whether an object has the fields of the last valid one in the same order, because most manifests are written by one
 * library.
 */
function isUsual(object: JsonObject, usual: readonly string[]): boolean {
  let at = 0;
  for (const key in object) if (key !== usual[at++]) return false;
  return true;
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

function checkBlock(report: RuleReport, manifest: JsonObject, place: Place): void {
  const { block, known } = place;
  const object = block === '' ? manifest : manifest[block];
  if (!isObject(object) || isUsual(object, place.usual)) return;
  const before = report.issues.length;
  checkObject(report, object, block === '' ? '' : `/${block}`, known);
  if (report.issues.length === before) place.usual = Object.keys(object).filter((key) => known.has(key));
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
  const place = (block: string, usual: readonly string[]): Place => ({ block, known: new Set(usual), usual });
  const all = nodes.flatMap((node) => [
    { node, path: [node.key] },
    ...(node.list ? [] : (node.members ?? []).map((member) => ({ node: member, path: [node.key, member.key] }))),
  ]);
  return {
    blocks: [
      place('', names(nodes)),
      ...nodes.filter(({ members, list }) => members && !list).map((node) => place(node.key, names(node.members!))),
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
      for (let i = 0; i < blocks.length; i += 1) checkBlock(report, manifest, blocks[i]!);
      for (const { path, known } of lists) checkItems(report, at(manifest, path), `/${path.join('/')}`, known);
    },
  };
}
