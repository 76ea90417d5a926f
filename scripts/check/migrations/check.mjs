// Expand, then contract: what a migration may do while the previous release is still running
// (docs/runbooks/upgrade.md).
import ts from 'typescript';
import { RULES, findings } from './rules.mjs';
import { statementsOf } from './statements.mjs';

/**
 * Problems of migrations, as sentences. `files`: [{ name, text }], oldest first; `known`: by file name, what a
 * statement does although a rule forbids it, with the reason: { 'drop table ledger.late_kinds': 'nothing was released' }.
 */
export function migrationProblems(files, known = {}) {
  const earlier = [];
  const problems = files.flatMap(({ name, text }, n) => {
    const migration = readMigration(name, text);
    // The first one applies the files of db/ to an empty database, which nobody uses yet.
    const problems = n === 0 ? [] : problemsOf(migration, known[name] ?? {}, earlier);
    earlier.push(migration.className);
    return problems.map((problem) => `apps/migrate/src/migrations/${name}: ${problem}`);
  });
  const names = files.map(({ name }) => name);
  const gone = Object.keys(known).filter((name) => !names.includes(name));
  return [...problems, ...gone.map((name) => `scripts/check/migrations/known.mjs: there is no ${name}`)];
}

function problemsOf({ imports, contract, inTransaction, statements, isOfFile }, known, earlier) {
  const problems = imports.map(
    (from) => `imports ${from}: what a migration does is in its own file, and stays what it was`,
  );
  if (!isOfFile) problems.push('names no file that it changes: db/<lib>/tables.sql, in the comment of its class');
  if (contract && !earlier.includes(contract.expandedBy))
    problems.push(`contract.expandedBy names ${contract.expandedBy ?? 'nothing'}, which is no earlier migration`);
  const unused = new Set([...(contract?.removes ?? []), ...Object.keys(known)]);
  for (const { rule, what } of findings(statements, inTransaction)) {
    const key = `${rule} ${what}`;
    const isAllowed = key in known || (RULES[rule].contract && contract?.removes.includes(key));
    unused.delete(key);
    if (!isAllowed) problems.push(`${key}: ${RULES[rule].why}${RULES[rule].contract ? CONTRACT : ''}`);
  }
  return [...problems, ...[...unused].map((key) => `does not ${key} (any more)`)];
}

const CONTRACT =
  '. In a contract step: readonly contract = { expandedBy: <the migration since which nothing needs it>, removes: [this] }';

/**
 * A migration as written in its source, without running it: every text in it outside of `down`, with `${...}` for what
 * is known at run time only, so that no condition hides a statement.
 */
function readMigration(name, text) {
  const source = ts.createSourceFile(name, text, ts.ScriptTarget.Latest, true);
  const migration = { imports: [], className: undefined, contract: undefined, inTransaction: true, statements: [] };
  migration.isOfFile = /\bdb\/\S+\.sql/.test(text);
  const visit = (node) => {
    if (ts.isImportDeclaration(node) && node.moduleSpecifier.text !== 'typeorm')
      migration.imports.push(node.moduleSpecifier.text);
    if (ts.isImportDeclaration(node)) return;
    if (ts.isMethodDeclaration(node) && node.name.getText() === 'down') return;
    if (ts.isClassDeclaration(node)) migration.className = node.name?.text;
    if (ts.isPropertyDeclaration(node) && node.name.getText() === 'transaction')
      migration.inTransaction = node.initializer?.kind !== ts.SyntaxKind.FalseKeyword;
    if (ts.isPropertyDeclaration(node) && node.name.getText() === 'contract') {
      migration.contract = contractOf(node.initializer);
      return;
    }
    const found = textOf(node);
    if (found !== undefined) migration.statements.push(...statementsOf(found));
    // Both sides of `+` are in the text already.
    if (found === undefined || ts.isTemplateExpression(node)) ts.forEachChild(node, visit);
  };
  visit(source);
  return migration;
}

/** The text of a literal, a template or a sum of them; undefined for anything else. */
function textOf(node) {
  if (ts.isStringLiteralLike(node)) return node.text;
  if (ts.isTemplateExpression(node))
    return node.templateSpans.reduce(
      (text, { expression, literal }) => `${text}${hole(expression)}${literal.text}`,
      node.head.text,
    );
  if (ts.isParenthesizedExpression(node)) return textOf(node.expression);
  if (!ts.isBinaryExpression(node) || node.operatorToken.kind !== ts.SyntaxKind.PlusToken) return undefined;
  const [left, right] = [textOf(node.left), textOf(node.right)];
  if (left === undefined && right === undefined) return undefined;
  return `${left ?? hole(node.left)}${right ?? hole(node.right)}`;
}

const hole = (expression) => `\${${expression.getText().replaceAll(/[{}\s]/g, '')}}`;

/** { expandedBy, removes } of an object literal of constants. */
function contractOf(node) {
  const value = { expandedBy: undefined, removes: [] };
  const object = node && (ts.isAsExpression(node) ? node.expression : node);
  if (!object || !ts.isObjectLiteralExpression(object)) return value;
  for (const property of object.properties) {
    if (!ts.isPropertyAssignment(property)) continue;
    if (property.name.getText() === 'expandedBy') value.expandedBy = textOf(property.initializer);
    if (property.name.getText() === 'removes' && ts.isArrayLiteralExpression(property.initializer))
      value.removes = property.initializer.elements.map(textOf);
  }
  return value;
}
