import { createHash, createHmac } from 'node:crypto';

/**
 * First byte of the hashed input, by type: an item, two nodes, a statement in its month's tree, a month in the chain.
 */
const DOMAIN = { leaf: 0, node: 1, statement: 2, month: 3 } as const;

export const NO_ROOT = '0'.repeat(64);
const SALT_BYTES = 16;

function sha256(domain: number, ...parts: Uint8Array[]): Buffer {
  const hash = createHash('sha256').update(Uint8Array.of(domain));
  for (const part of parts) hash.update(part);
  return hash.digest();
}

/** Hash of one item with its salt. Without the salt the item cannot be found by trying values. */
export function leafHash(salt: Uint8Array, text: string): Buffer {
  return sha256(DOMAIN.leaf, salt, Buffer.from(text, 'utf8'));
}

/** Hash of a statement in the tree of its month. */
export function statementHash(root: Uint8Array): Buffer {
  return sha256(DOMAIN.statement, root);
}

function split(size: number): number {
  let left = 1;
  while (left * 2 < size) left *= 2;
  return left;
}

/** Root over leaves in order; the left subtree has the largest power of two below the size (RFC 6962, 2.1). */
export function merkleRoot(leaves: readonly Buffer[]): Buffer {
  if (leaves.length === 0) throw new RangeError('a tree has at least one leaf');
  if (leaves.length === 1) return leaves[0]!;
  const left = split(leaves.length);
  return sha256(DOMAIN.node, merkleRoot(leaves.slice(0, left)), merkleRoot(leaves.slice(left)));
}

/** Sibling hashes from the leaf at `position` up to the root. */
export function merklePath(leaves: readonly Buffer[], position: number): Buffer[] {
  if (leaves.length <= 1) return [];
  const left = split(leaves.length);
  return position < left
    ? [...merklePath(leaves.slice(0, left), position), merkleRoot(leaves.slice(left))]
    : [...merklePath(leaves.slice(left), position - left), merkleRoot(leaves.slice(0, left))];
}

/** All levels of the tree, from the leaves to the root. A node without a sibling moves up unchanged. */
export function merkleLevels(leaves: readonly Buffer[]): Buffer[][] {
  const levels: Buffer[][] = [[...leaves]];
  for (let below = levels[0]!; below.length > 1; below = levels.at(-1)!)
    levels.push(
      Array.from({ length: Math.ceil(below.length / 2) }, (_, n) => {
        const right = below[2 * n + 1];
        return right === undefined ? below[2 * n]! : sha256(DOMAIN.node, below[2 * n]!, right);
      }),
    );
  return levels;
}

/** Which nodes of `merkleLevels` form the path of the leaf at `position`, in the order of the path. */
export function pathPlaces(position: number, size: number): { level: number; position: number }[] {
  const places: { level: number; position: number }[] = [];
  for (let [level, own, width] = [0, position, size]; width > 1; level += 1) {
    const sibling = own % 2 === 0 ? own + 1 : own - 1;
    if (sibling < width) places.push({ level, position: sibling });
    own = Math.floor(own / 2);
    width = Math.ceil(width / 2);
  }
  return places;
}

/** The root computed from a leaf and its path; undefined when the length of the path does not fit the position. */
export function rootOfPath(leaf: Buffer, position: number, size: number, path: readonly Buffer[]): Buffer | undefined {
  if (position < 0 || position >= size) return undefined;
  if (size === 1) return path.length === 0 ? leaf : undefined;
  const sibling = path.at(-1);
  if (!sibling) return undefined;
  const left = split(size);
  const below = path.slice(0, -1);
  if (position < left) {
    const own = rootOfPath(leaf, position, left, below);
    return own && sha256(DOMAIN.node, own, sibling);
  }
  const own = rootOfPath(leaf, position - left, size - left, below);
  return own && sha256(DOMAIN.node, sibling, own);
}

/** The published value of a month: binds its name, the number of its statements, its tree and the previous month. */
export function monthRoot(month: string, size: number, treeRoot: Buffer, previousRoot: Buffer): Buffer {
  const count = Buffer.alloc(8);
  count.writeBigUInt64BE(BigInt(size));
  return sha256(DOMAIN.month, previousRoot, treeRoot, count, Buffer.from(month, 'utf8'));
}

/** The salt of one item, derived from the month's secret key. A published salt reveals no other. */
export function saltOf(key: Uint8Array, statementId: string, index: number): Buffer {
  return createHmac('sha256', key).update(`${statementId}:${index}`).digest().subarray(0, SALT_BYTES);
}
