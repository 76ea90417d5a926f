import path from 'node:path';
import ts from 'typescript';

/** Modules whose exports have users outside of the repository: authors of Drives, and people who verify a statement. */
const PUBLISHED = ['libs/contract/src/index.ts', 'libs/statement-proof/src/index.ts'];
/** Types that the declarations of other modules contain without an import (TS4023). */
const DECLARED = [{ file: 'libs/kernel/src/states.ts', name: 'States' }];
/** Modules that are loaded by the pattern of their file name. */
const LOADED = /\.entity\.tsx?$|^apps\/migrate\/src\/migrations\//;
/** `import()`, `require()` and `import('...')` as a type: all exports of that module are used. */
const LOADING = /\b(?:import|require|requireActual)\s*(?:<[^;]*?>)?\(\s*['"]([^'"]+)['"]/g;

/** Other libs may react to every event of a lib. */
const isEvent = (source) => /^libs\/[^/]+\/src\/events\.ts$/.test(source?.file);

/**
 * Exports that no other module uses, a line each. `files`: path from the root to text, of all TypeScript modules; `others`:
 * texts of programs that use their build, and count as users of every name in them.
 */
export function unusedExports(files, others = []) {
  const modules = new Map(Object.entries(files).map(([file, text]) => [file, readModule(file, text, files)]));
  const words = new Set(others.flatMap((text) => text.match(/\w+/g) ?? []));
  const used = new Set();
  const use = (file, name) => {
    if (used.has(`${file} ${name}`)) return;
    used.add(`${file} ${name}`);
    const { exports, stars } = modules.get(file);
    if (name === '*') [...exports.keys()].forEach((each) => use(file, each));
    const source = exports.get(name)?.source;
    if (source) use(source.file, source.name);
    else if (!exports.has(name)) stars.forEach((star) => use(star, name));
  };
  for (const { uses } of modules.values()) for (const { file, name } of uses) use(file, name);
  for (const { file, name } of [...PUBLISHED.map((file) => ({ file, name: '*' })), ...DECLARED])
    if (modules.has(file)) use(file, name);
  return [...modules].flatMap(([file, { exports }]) =>
    LOADED.test(file)
      ? []
      : [...exports]
          .filter(([name, { source }]) => !used.has(`${file} ${name}`) && !words.has(name) && !isEvent(source))
          .map(([name, { line }]) => `${file}:${line}: no other file uses the export ${name}.`),
  );
}

/**
 * `exports`: name to its line, and to `source` where it is another module's; `stars`: modules all of whose exports it exports;
 * `uses`: exports of other modules.
 */
function readModule(file, text, files) {
  const tree = ts.createSourceFile(file, text, { languageVersion: ts.ScriptTarget.Latest, jsDocParsingMode: 1 });
  const found = { exports: new Map(), stars: [], uses: [] };
  const add = (name, node, source) => {
    const line = tree.getLineAndCharacterOfPosition(node.getStart(tree)).line + 1;
    found.exports.set(name, { line, source });
  };
  for (const statement of tree.statements) {
    const from = statement.moduleSpecifier && resolve(file, statement.moduleSpecifier.text, files);
    if (ts.isImportDeclaration(statement)) {
      const { name, namedBindings } = statement.importClause ?? {};
      if (!from) continue;
      if (name) found.uses.push({ file: from, name: 'default' });
      if (namedBindings?.elements)
        for (const each of namedBindings.elements)
          found.uses.push({ file: from, name: (each.propertyName ?? each.name).text });
      else if (namedBindings) found.uses.push({ file: from, name: '*' });
    } else if (ts.isExportDeclaration(statement)) {
      if (statement.exportClause === undefined) found.stars.push(...(from ? [from] : []));
      else if (ts.isNamespaceExport(statement.exportClause)) found.uses.push({ file: from, name: '*' });
      else
        for (const each of statement.exportClause.elements)
          add(each.name.text, each, from && { file: from, name: (each.propertyName ?? each.name).text });
    } else if (statement.modifiers?.some(({ kind }) => kind === ts.SyntaxKind.ExportKeyword)) {
      const isDefault = statement.modifiers.some(({ kind }) => kind === ts.SyntaxKind.DefaultKeyword);
      const names = statement.declarationList?.declarations ?? [statement];
      for (const { name } of names)
        for (const each of name?.elements ?? [{ name }])
          add(isDefault ? 'default' : each.name.text, each.name ?? statement);
    }
  }
  for (const [, specifier] of text.matchAll(LOADING)) {
    const from = resolve(file, specifier, files);
    if (from) found.uses.push({ file: from, name: '*' });
  }
  return found;
}

/** The module that `specifier` names in `file`; undefined if it is no TypeScript of ours. */
function resolve(file, specifier, files) {
  const [, lib, part = 'index'] = /^@portal\/([^/]+)(?:\/(.+))?$/.exec(specifier) ?? [];
  if (!lib && !specifier.startsWith('.')) return undefined;
  const base = (lib ? `libs/${lib}/src/${part}` : path.posix.join(path.posix.dirname(file), specifier)).replace(
    /\.jsx?$/,
    '',
  );
  return [`${base}.ts`, `${base}.tsx`, `${base}/index.ts`].find((each) => each in files);
}
