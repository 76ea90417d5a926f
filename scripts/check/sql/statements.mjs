// The SQL in the sources: every call that hands a text to the database, with each text that it can have.
import path from 'node:path';
import ts from 'typescript';
import { root } from '../../lib/root.mjs';
import { NotConstant, foldAll, textOf } from './fold.mjs';

/** Functions that take a statement, and the position of its text, or an object with it. */
const CALLS = new Map([
  ['query', 0],
  ['matched', 0],
  ['prepared', 1],
  ['read', 0],
  ['value', 0],
  ['defineGauge', 0],
]);
const TEXTS = ['text', 'sql'];
// A migration meets the tables of before; its test runs it.
const PRODUCT =
  /^(apps\/(?!web\/|stripe-sandbox\/|migrate\/src\/migrations\/)|libs\/(?!contract\/|conformance\/|kernel\/))(?!.*(\.spec|\.int-spec|\.d)\.[cm]?ts$)/;
const isProduct = (file) => PRODUCT.test(file);
/** These send the statements of the others. */
const SENDERS = /^libs\/platform\/src\/database\/(database|scope\/scoped-query|transactor)\.ts$/;
/** Functions between a text and the call that sends it. */
const LONGEST_WAY = 4;

/**
 * Statements of the product in `program`. Returns { statements, unknown }:
 * statements: { where, text, values, rows } for each text: where: `file:line`; values: how many are given, where that is
 * known; rows: type of its rows, where one is given.
 * unknown: { where, reason } for each call whose text is known at run time only.
 * `belongs(file)`: whether a file counts, by its path from the root.
 */
export function findStatements(program, belongs = isProduct) {
  const checker = program.getTypeChecker();
  const files = program.getSourceFiles().filter((file) => belongs(path.relative(root, file.fileName)));
  const calls = files.flatMap(callsIn);
  const byName = new Map();
  for (const call of calls) byName.set(calledName(call), [...(byName.get(calledName(call)) ?? []), call]);
  const sending = calls.filter((call) => !SENDERS.test(fileOf(call)) && isSending(checker, call));
  const found = { statements: [], unknown: [] };
  for (const call of sending) read({ checker, byName, found, call }, []);
  return found;
}

function callsIn(file) {
  const calls = [];
  const visit = (node) => {
    if (ts.isCallExpression(node)) calls.push(node);
    ts.forEachChild(node, visit);
  };
  visit(file);
  return calls;
}

const calledName = ({ expression }) => (expression.name ?? expression).text;

function isSending(checker, call) {
  const argument = call.arguments[CALLS.get(calledName(call))];
  if (!argument) return false;
  const type = checker.getTypeAtLocation(argument);
  if (TEXTS.some((name) => type.getProperty(name))) return true;
  // Words for more than statements.
  if (['read', 'value'].includes(calledName(call)) && checker.getResolvedSignature(call)?.parameters[0]?.name !== 'sql')
    return false;
  return (type.isUnion() ? type.types : [type]).every((one) => one.flags & ts.TypeFlags.StringLike);
}

/** `way`: { call, called } of the function around `call`, of the function around that one, and so on. */
function read(task, way) {
  const { checker, byName, found, call } = task;
  const place = way.at(-1)?.call ?? call;
  try {
    const { results, complete } = foldAll(checker, (value, enter) => {
      for (const outer of way.toReversed()) enter(outer.called, outer.call);
      return statementAt(call, value);
    });
    const rows = rowType(checker, call, way);
    const texts = new Map(results.map((one) => [`${one.values}\n${one.text}`, one]));
    for (const { text, values } of texts.values()) found.statements.push({ where: whereIs(place), text, values, rows });
    if (!complete) found.unknown.push({ where: whereIs(place), reason: 'has too many texts' });
  } catch (error) {
    if (!(error instanceof NotConstant)) throw error;
    const callers =
      error.parameter && way.length < LONGEST_WAY ? callersOf(checker, byName, error.parameter.parent) : [];
    if (callers.length === 0) found.unknown.push({ where: whereIs(call), reason: error.message });
    for (const caller of callers) read(task, [...way, { call: caller, called: error.parameter.parent }]);
  }
}

function statementAt(call, value) {
  const at = CALLS.get(calledName(call));
  const first = value(call.arguments[at]);
  if (first?.fields) {
    const text = TEXTS.find((name) => first.fields.has(name));
    return { text: textOf(first.fields.get(text)?.()), values: countOf(first.fields.get('values')?.() ?? []) };
  }
  const values = call.arguments[at + 1];
  return { text: textOf(first), values: values ? valuesAt(values, value) : 0 };
}

/** Counted, not evaluated: dependencies of the values must not multiply the texts. */
const valuesAt = (node, value) =>
  ts.isArrayLiteralExpression(node) && !node.elements.some(ts.isSpreadElement)
    ? node.elements.length
    : countOf(value(node));
const countOf = (values) => (Array.isArray(values) ? values.length : undefined);

/** Calls that lead to `declaration`, also by the type of function or the interface that it is given as. */
function callersOf(checker, byName, declaration) {
  const name = declaration.name ?? declaration.parent.name;
  const same = new Set([declaration, ...shapesOf(checker, declaration)]);
  const called = byName.get(name?.text) ?? [];
  const others = same.size > 1 ? [...byName.values()].flat() : [];
  return [...new Set([...called, ...others])].filter((call) =>
    same.has(checker.getResolvedSignature(call)?.declaration),
  );
}

/** Signatures as which others know a function. */
function shapesOf(checker, declaration) {
  if (ts.isArrowFunction(declaration) || ts.isFunctionExpression(declaration)) {
    const type = checker.getContextualType(declaration);
    return type?.getCallSignatures().map((signature) => signature.declaration) ?? [];
  }
  return [];
}

/** The row type that the sender of the statement declares; undefined without a declaration. */
function rowType(checker, call, way) {
  const type = elementOf(checker, checker.getTypeAtLocation(resultOf(call)));
  if (!type || type.flags & (ts.TypeFlags.Any | ts.TypeFlags.Unknown)) return undefined;
  if (!(type.flags & ts.TypeFlags.TypeParameter)) return type;
  for (const outer of way) {
    const parameters = outer.called.typeParameters ?? [];
    const at = parameters.findIndex((parameter) => checker.getTypeAtLocation(parameter) === type);
    const given = at >= 0 && outer.call.typeArguments?.[at];
    if (given) return checker.getTypeFromTypeNode(given);
  }
  return undefined;
}

/** The call, with the `as` around it. */
function resultOf(call) {
  let node = call;
  while (ts.isAwaitExpression(node.parent) || ts.isParenthesizedExpression(node.parent)) node = node.parent;
  return ts.isAsExpression(node.parent) ? node.parent : call;
}

function elementOf(checker, result) {
  const type = checker.getAwaitedType(result) ?? result;
  const rows = type.getProperty('rows');
  const list = rows ? checker.getTypeOfSymbol(rows) : type;
  return checker.getIndexTypeOfType(list, ts.IndexKind.Number);
}

const fileOf = (node) => path.relative(root, node.getSourceFile().fileName);

/** `file:line` of a node. */
function whereIs(node) {
  const { line } = node.getSourceFile().getLineAndCharacterOfPosition(node.getStart());
  return `${fileOf(node)}:${line + 1}`;
}
