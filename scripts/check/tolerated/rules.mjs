import ts from 'typescript';

const MOST_LINES = 400;
const MOST_ARGUMENTS = 6;
const MOST_EXPORTS = 10;
/** Where SQL belongs: repositories, and folders of lists and views. */
const FOR_SQL = /\.repository\.ts$|\/read\/|^libs\/platform\/src\/database\/|^apps\/(migrate|stripe-sandbox)\//;
const SQL = /[`'"]\s*(?:select\s|insert into\s|update\s+\w+\.\w+\s|delete from\s|with\s+(?:recursive\s+)?\w+\s+as\s)/i;
const CLASS = /^(?:export )?(?:default )?(?:abstract )?class (\w+)/gm;

/** How `files` (path to text) break each rule: Map of name to count. */
export const RULES = {
  'files over 400 lines': (files) =>
    counted(files, (file, text) => (text.split('\n').length - 1 > MOST_LINES ? [file] : [])),
  'constructors with 7 or more arguments': (files) =>
    counted(files, (file, text) => (text.includes('constructor(') ? wideConstructors(file, text) : [])),
  'files with SQL outside of repositories and read': (files) =>
    counted(files, (file, text) => (!FOR_SQL.test(file) && SQL.test(withoutComments(text)) ? [folderOf(file)] : [])),
  'modules that export more than 10 providers': (files) =>
    counted(files, (file, text) => (text.includes('@Module(') ? wideModules(file, text) : [])),
  'classes of one name': (files) => {
    const all = counted(files, (_file, text) => [...text.matchAll(CLASS)].map(([, name]) => name));
    return new Map([...all].filter(([, count]) => count > 1));
  },
};

const folderOf = (file) => file.split('/').slice(0, 2).join('/');

function counted(files, broken) {
  const counts = new Map();
  for (const [file, text] of Object.entries(files))
    for (const name of broken(file, text)) counts.set(name, (counts.get(name) ?? 0) + 1);
  return new Map([...counts].sort(([a], [b]) => (a < b ? -1 : 1)));
}

/**
 * Compares `files` with the exceptions of the list (by rule, names to counts). Lines, and the list without what is no
 * longer true.
 * @returns {{ problems: string[], shorter: Record<string, Record<string, number>> }}
 */
export function compare(files, listed) {
  const problems = [];
  const shorter = {};
  for (const [rule, broken] of Object.entries(RULES)) {
    const found = broken(files);
    const known = listed[rule] ?? {};
    for (const [name, count] of found)
      if (count > (known[name] ?? 0)) problems.push(`${name}: ${count} ${rule}, ${known[name] ?? 0} tolerated`);
    for (const [name, count] of Object.entries(known))
      if ((found.get(name) ?? 0) < count) problems.push(`${name}: ${found.get(name) ?? 0} ${rule}, ${SHORTEN}`);
    const kept = Object.entries(known).map(([name, count]) => [name, Math.min(count, found.get(name) ?? 0)]);
    shorter[rule] = Object.fromEntries(kept.filter(([, count]) => count > 0));
  }
  return { problems, shorter };
}

const SHORTEN = 'so node scripts/check/tolerated.mjs --write has to shorten the list';

const parsed = (file, text) =>
  ts.createSourceFile(file, text, { languageVersion: ts.ScriptTarget.Latest, jsDocParsingMode: 1 });

const withoutComments = (text) => text.replace(/\/\*[\s\S]*?\*\/|^\s*\/\/.*$/gm, '');

function wideConstructors(file, text) {
  const classes = parsed(file, text).statements.filter(ts.isClassDeclaration);
  return classes
    .filter(({ members }) =>
      members.some((one) => ts.isConstructorDeclaration(one) && one.parameters.length > MOST_ARGUMENTS),
    )
    .map(({ name }) => name?.text ?? file);
}

/** A list that is named elsewhere in the file counts with all of its members, one of another file as one. */
function wideModules(file, text) {
  const { statements } = parsed(file, text);
  const lists = new Map(
    statements
      .filter(ts.isVariableStatement)
      .flatMap(({ declarationList }) => declarationList.declarations)
      .map(({ name, initializer }) => [name.text, initializer]),
  );
  const size = (node) => {
    if (node === undefined) return 1;
    if (ts.isAsExpression(node) || ts.isSatisfiesExpression(node)) return size(node.expression);
    if (ts.isIdentifier(node)) return lists.has(node.text) ? size(lists.get(node.text)) : 1;
    if (ts.isSpreadElement(node)) return size(node.expression);
    return ts.isArrayLiteralExpression(node) ? node.elements.reduce((sum, one) => sum + size(one), 0) : 1;
  };
  return statements.filter(ts.isClassDeclaration).flatMap((declaration) => {
    const wide = (ts.getDecorators(declaration) ?? []).some(({ expression }) => {
      const given = expression.arguments?.[0];
      if (!given || !ts.isObjectLiteralExpression(given)) return false;
      const exported = given.properties.find((one) => one.name && one.name.text === 'exports');
      return exported !== undefined && size(exported.initializer ?? exported.name) > MOST_EXPORTS;
    });
    return wide ? [declaration.name.text] : [];
  });
}
