export { canonicalJson, withoutSpace, type Json } from './canonical-json.js';
export { checkStatement, type StatementCheck } from './check-statement.js';
export {
  serializeStatement,
  STATEMENT_SCHEMA,
  type EntryLink,
  type StatementDocument,
  type StatementEntry,
  type StatementHeader,
  type StatementLine,
  type StatementPayment,
  type StatementProof,
  type StatementUnpaid,
} from './document.js';
export {
  leafHash,
  merkleLevels,
  merklePath,
  merkleRoot,
  monthRoot,
  NO_ROOT,
  pathPlaces,
  rootOfPath,
  saltOf,
  statementHash,
} from './merkle.js';
export { parseStatement, StatementUnreadable } from './parse-statement.js';
export { itemCount, itemsOf, statementRoot } from './statement-root.js';
export { verifyStatements, type StatementVerdict, type VerifiedFile } from './verify-statements.js';
export { DATE_WORDS, unpaidText } from './unpaid-text.js';
