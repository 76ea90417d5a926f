// Whether the TypeScript type of a row matches the driver's values of its columns.
import ts from 'typescript';

/** The value that pg makes of a column by its type; for every other it is PostgreSQL's text. */
const BY_TYPE = {
  bool: 'boolean',
  int2: 'number',
  int4: 'number',
  oid: 'number',
  float4: 'number',
  float8: 'number',
  date: 'Date',
  timestamp: 'Date',
  timestamptz: 'Date',
  bytea: 'Buffer',
  json: 'any',
  jsonb: 'any',
  interval: 'any',
  void: 'any',
  record: 'any',
};
/** pg reads these as lists; of other types it leaves the text, `{a,b}`. */
const LISTS = new Set(
  'bool bytea int2 int4 oid int8 float4 float8 numeric char varchar bpchar text uuid inet cidr date timestamp timestamptz json jsonb time interval name'.split(
    ' ',
  ),
);

/** Errors of `type`, a row's, for `columns` (describe.mjs) of the statement `text`, in sentences. */
export function rowProblems(checker, type, columns, text) {
  const properties = new Map(checker.getPropertiesOfType(type).map((property) => [property.name, property]));
  if (properties.size === 0) return [];
  const open = type.getStringIndexType() !== undefined;
  const problems = [];
  const twice = columns.map(({ name }) => name).filter((name, i, all) => all.indexOf(name) !== i);
  for (const name of new Set(twice)) problems.push(`column "${name}" is selected twice`);
  for (const [name, property] of properties)
    if (!columns.some((column) => column.name === name) && !(property.flags & ts.SymbolFlags.Optional))
      problems.push(`column "${name}" of the row type is not selected`);
  for (const column of columns) {
    const property = properties.get(column.name);
    if (property) problems.push(...columnProblems(checker, checker.getTypeOfSymbol(property), column, text));
    // Users of `*` take the columns that they need.
    else if (!open && !/\*(,|\s+from\b)/.test(text)) problems.push(`column "${column.name}" is not in the row type`);
  }
  return problems;
}

function columnProblems(checker, type, { name, type: sqlType, nullable }, text) {
  const parts = type.isUnion() ? type.types : [type];
  if (parts.some((part) => part.flags & (ts.TypeFlags.Any | ts.TypeFlags.Unknown | ts.TypeFlags.TypeParameter)))
    return [];
  const isEmpty = (part) => part.flags & (ts.TypeFlags.Null | ts.TypeFlags.Undefined);
  const wanted = jsType(sqlType);
  const wrong = parts.filter((part) => !isEmpty(part)).find((part) => !fits(checker, part, wanted));
  if (wrong) return [`column "${name}" is ${sqlType}, read as ${wanted}, and not ${checker.typeToString(type)}`];
  if (nullable && !parts.some(isEmpty) && !isCompared(nullable, text)) return [`column "${name}" can be null`];
  return [];
}

/** Whether a statement compares a column: where it does so in a condition of the whole, no row has null. It is believed. */
function isCompared(column, text) {
  const operator = '(=|<>|<=?|>=?)';
  return new RegExp(
    `\\b${column}\\b\\s+(is not null\\b|in\\b|like\\b|${operator}\\s)|${operator} (\\w+\\.)?${column}\\b`,
  ).test(text);
}

/** Of an element too: `number[]`. */
function jsType(sqlType) {
  if (!sqlType.endsWith('[]')) return BY_TYPE[sqlType] ?? 'string';
  const element = sqlType.slice(0, -2);
  if (!LISTS.has(element)) return 'string';
  return `${element === 'numeric' ? 'number' : jsType(element)}[]`;
}

function fits(checker, type, wanted) {
  const base = type.isIntersection() ? type.types : [type];
  const has = (flag) => base.some((one) => one.flags & flag);
  const isNamed = (name) => base.some((one) => one.symbol?.name === name);
  if (wanted === 'any') return true;
  if (wanted === 'string') return has(ts.TypeFlags.StringLike);
  if (wanted === 'number') return has(ts.TypeFlags.NumberLike);
  if (wanted === 'boolean') return has(ts.TypeFlags.BooleanLike);
  if (!wanted.endsWith('[]')) return isNamed(wanted);
  const element = checker.getIndexTypeOfType(type, ts.IndexKind.Number);
  if (!element || !checker.isArrayLikeType(type)) return false;
  const parts = element.isUnion() ? element.types : [element];
  return parts.every(
    (part) =>
      part.flags & (ts.TypeFlags.Any | ts.TypeFlags.Unknown | ts.TypeFlags.Null) ||
      fits(checker, part, wanted.slice(0, -2)),
  );
}
