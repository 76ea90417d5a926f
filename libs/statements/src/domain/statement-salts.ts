import { itemCount, saltOf, statementRoot, type StatementDocument } from '@portal/statement-proof';

/** Root of a statement with the salts of its month. */
export function rootUnder(saltKey: Uint8Array, document: Omit<StatementDocument, 'proof'>): Buffer {
  return statementRoot(document, saltsUnder(saltKey, document));
}

export function saltsUnder(saltKey: Uint8Array, document: Omit<StatementDocument, 'proof'>): Buffer[] {
  return Array.from({ length: itemCount(document) }, (_, index) => saltOf(saltKey, document.statement.id, index));
}
