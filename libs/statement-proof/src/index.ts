export { canonicalJson, withoutSpace, type Json } from './canonical-json.js';
export { checkStatement, type StatementCheck } from './check-statement.js';
export * from './document.js';
export * from './merkle.js';
export { parseStatement, StatementUnreadable } from './parse-statement.js';
export { itemCount, itemsOf, statementRoot } from './statement-root.js';
export { verifyStatements, type StatementVerdict, type VerifiedFile } from './verify-statements.js';
export { DATE_WORDS, unpaidText } from './unpaid-text.js';
