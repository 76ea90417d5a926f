// Jest gives every test file a module registry of its own, so each loads Nest, TypeORM and the product again: about three
// seconds of CPU before the first test. A suite is one file for Jest that plays many, which share what is loaded.
import fs from 'node:fs';
import path from 'node:path';
import { inRoot } from '../root.mjs';

const DIRECTORY = inRoot('test-output', 'suites');
/** More save little, and what a file leaves behind (timers, memory) would meet more of the others. */
const MOST_FILES = { unit: 40, integration: 14 };
/** Libs with no more files of a kind than these share a suite with each other. */
const FEW_FILES = 3;
/** What replaces modules, or needs them anew, has a registry of its own. */
const OWN_REGISTRY = /\bjest\.(mock|doMock|isolateModules|resetModules)\(|@jest-environment/;

/**
 * Writes the suites of unit and integration files, a lib's files together. Returns [{ path, kind, files }], the largest
 * first; a file that cannot share a registry is its own suite. Suites of an earlier call are removed.
 */
export function writeSuites(files) {
  fs.rmSync(DIRECTORY, { recursive: true, force: true });
  fs.mkdirSync(DIRECTORY, { recursive: true });
  const alone = [];
  const places = new Map();
  for (const { file, kind } of files) {
    if (!(kind in MOST_FILES) || OWN_REGISTRY.test(fs.readFileSync(inRoot(file), 'utf8'))) {
      alone.push({ path: inRoot(file), kind, files: [file] });
      continue;
    }
    const place = `${kind}.${file.split('/').slice(0, 2).join('-')}`;
    places.set(place, [...(places.get(place) ?? []), file]);
  }
  for (const [place, members] of [...places]) {
    if (members.length > FEW_FILES) continue;
    const others = `${place.split('.')[0]}.others`;
    places.delete(place);
    places.set(others, [...(places.get(others) ?? []), ...members]);
  }
  const shared = [...places].flatMap(([place, members]) => {
    const kind = place.split('.')[0];
    const parts = Math.ceil(members.length / MOST_FILES[kind]);
    return Array.from({ length: parts }, (_, part) =>
      write(
        kind,
        parts === 1 ? place : `${place}-${part + 1}`,
        members.filter((_file, at) => at % parts === part),
      ),
    );
  });
  return [...shared.sort((a, b) => b.files.length - a.files.length), ...alone];
}

function write(kind, name, files) {
  const to = path.join(DIRECTORY, `${name}.suite.cjs`);
  fs.writeFileSync(
    to,
    `const { play } = require('../../test/support/suite.cjs');\n${files
      .map((file) => `play(${JSON.stringify(file)}, () => require(${JSON.stringify(`../../${file}`)}));\n`)
      .join('')}`,
  );
  return { path: to, kind, files };
}
