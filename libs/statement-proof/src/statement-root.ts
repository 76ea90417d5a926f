import { canonicalJson, type Json } from './canonical-json.js';
import type { StatementDocument } from './document.js';
import { leafHash, merkleRoot } from './merkle.js';

const SECTIONS = ['payments', 'lines', 'pending', 'entries'] as const;

/** The hashed items of a statement in order: its header with the number of items of each section, then every item. */
export function itemsOf(document: Omit<StatementDocument, 'proof'>): string[] {
  const counts = Object.fromEntries(SECTIONS.map((section) => [section, document[section].length]));
  const header: Json = { schema: document.schema, counts, ...plain(document.statement) };
  const items = SECTIONS.flatMap((section) =>
    document[section].map((item, index) => canonicalJson([section, index, plain(item)])),
  );
  return [canonicalJson(['statement', 0, header]), ...items];
}

/** Number of hashed items. */
export function itemCount(document: Omit<StatementDocument, 'proof'>): number {
  return SECTIONS.reduce((count, section) => count + document[section].length, 1);
}

/** @throws RangeError when the number of salts differs from the number of items */
export function statementRoot(document: Omit<StatementDocument, 'proof'>, salts: readonly Uint8Array[]): Buffer {
  const items = itemsOf(document);
  if (items.length !== salts.length)
    throw new RangeError(`there are ${salts.length} salts for ${items.length} items, which have one each`);
  return merkleRoot(items.map((item, index) => leafHash(salts[index]!, item)));
}

function plain(value: object): { [key: string]: Json } {
  return value as unknown as { [key: string]: Json };
}
