import fs from 'node:fs';
import path from 'node:path';
import { inRoot } from '../root.mjs';
import { walk } from './test-files.mjs';

const SOURCE = /\.(ts|tsx|mjs|cjs)$/;
const COMMENTS = /\/\*[\s\S]*?\*\/|^\s*\/\/.*$/gm;
/** `import … from 'x'`, `export … from 'x'`, `import 'x'`, `import('x')`, `require('x')`; types are gone at run time. */
const STATEMENTS =
  /\b(import|export)\s+(?!type\b)((?:[\w$*]+\s*,?\s*)?(?:\{[^}]*\}|\*\s*as\s+[\w$]+|\*|[\w$]+)?)\s*from\s*['"]([^'"]+)['"]|\b(?:import|require(?:\.resolve)?)\s*\(\s*['"]([^'"]+)['"]|\bimport\s+['"]([^'"]+)['"]/g;
/** Nothing imports it: code that names it reads its text, so its imports do not matter. */
const TEST = /spec\.tsx?$/;
/** A path of the checkout that code names as text: a process that it starts, a fixture that it reads. */
const NAMED_PATHS = /['"`]((?:apps|libs|test|scripts|docs)\/[\w./-]+\.\w+)['"`]/g;

/**
 * Which files of the checkout a file depends on, from the imports as they are written. An import through a lib's index
 * leads to the files that define the imported names, not to everything that the index names.
 */
export function importGraph() {
  const files = new Set(['apps', 'libs', 'test', 'scripts'].flatMap((directory) => walk(directory)));
  const edges = new Map();
  const exportsOf = new Map();
  for (const file of files) if (SOURCE.test(file)) edges.set(file, read(file));

  function read(file) {
    const text = fs.readFileSync(inRoot(file), 'utf8').replace(COMMENTS, '');
    const found = [];
    for (const [, verb, clause, from, called, bare] of text.matchAll(STATEMENTS)) {
      const target = resolve(file, from ?? called ?? bare);
      if (target) found.push({ target, names: from && !/^\s*\*/.test(clause) ? namesIn(clause, verb) : undefined });
    }
    for (const [, named] of text.matchAll(NAMED_PATHS)) if (files.has(named)) found.push({ target: named });
    return found;
  }

  function resolve(from, specifier) {
    const lib = /^@portal\/([^/]+)(?:\/([^/]+))?$/.exec(specifier);
    const base = lib
      ? path.posix.join('libs', lib[1], 'src', lib[2] ?? '', 'index.ts')
      : specifier.startsWith('.')
        ? path.posix.join(path.posix.dirname(from), specifier)
        : undefined;
    if (base === undefined) return undefined;
    const stem = base.replace(/\.js$/, '');
    return [base, `${stem}.ts`, `${stem}.tsx`, `${base}.ts`, `${base}/index.ts`].find((one) => files.has(one));
  }

  /** Where an index has a name from, following it through further indexes; undefined when that is unknown. */
  function definitionOf(index, name, seen = new Set()) {
    if (seen.has(index)) return undefined;
    seen.add(index);
    if (!exportsOf.has(index)) exportsOf.set(index, exportsIn(index));
    const { named, stars, own } = exportsOf.get(index);
    if (own.has(name)) return index;
    const direct = named.get(name);
    if (direct) return isIndex(direct.target) ? definitionOf(direct.target, direct.name, seen) : direct.target;
    for (const star of stars) {
      const at = definitionOf(star, name, seen);
      if (at) return at;
    }
    return undefined;
  }

  function exportsIn(file) {
    const text = fs.readFileSync(inRoot(file), 'utf8').replace(COMMENTS, '');
    const named = new Map();
    const stars = [];
    for (const [, clause, from] of text.matchAll(/\bexport\s+(?:type\s+)?(\{[^}]*\}|\*)\s*from\s*['"]([^'"]+)['"]/g)) {
      const target = resolve(file, from);
      if (!target) continue;
      if (clause === '*') stars.push(target);
      else
        for (const part of clause.slice(1, -1).split(',')) {
          const [name, as] = part
            .trim()
            .replace(/^type\s+/, '')
            .split(/\s+as\s+/);
          if (name) named.set(as ?? name, { target, name });
        }
    }
    const own = new Set(
      [
        ...text.matchAll(
          /\bexport\s+(?:default\s+)?(?:abstract\s+|async\s+|declare\s+)*(?:class|function\*?|const|let|enum|type|interface)\s+([\w$]+)/g,
        ),
      ].map(([, name]) => name),
    );
    return { named, stars, own };
  }

  const isIndex = (file) => path.posix.basename(file) === 'index.ts';

  function* dependencies(file) {
    for (const { target, names } of edges.get(file) ?? []) {
      if (!isIndex(target) || !names) yield target;
      else for (const name of names) yield definitionOf(target, name) ?? target;
    }
  }

  return {
    /**
     * Every file that reaches one of `changed` by its imports, the changed ones among them; only through files, and only
     * files, that `counts` accepts.
     */
    dependents(changed, counts = () => true) {
      const importers = new Map();
      const add = (target, file) => importers.set(target, [...(importers.get(target) ?? []), file]);
      const reached = new Set(changed);
      for (const file of edges.keys()) {
        for (const target of dependencies(file)) add(target, file);
        for (const { target } of edges.get(file)) if (isIndex(target) && reached.has(target)) add(target, file);
      }
      const given = new Set(changed);
      for (const file of reached) {
        if (TEST.test(file) && !given.has(file)) continue;
        for (const importer of importers.get(file) ?? []) if (counts(importer)) reached.add(importer);
      }
      return reached;
    },
  };
}

// A re-export passes names on; who imports them is found through the index itself.
function namesIn(clause, verb) {
  if (verb === 'export') return [];
  const braces = /\{([^}]*)\}/.exec(clause);
  if (!braces) return undefined;
  return braces[1]
    .split(',')
    .map((part) => part.trim())
    .filter((part) => part && !part.startsWith('type '))
    .map((part) => part.split(/\s+as\s+/)[0]);
}
