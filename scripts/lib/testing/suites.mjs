// Jest gives every test file a module registry of its own, so each loads Nest, TypeORM and the product again: about three
// seconds of CPU before the first test. A suite is one file for Jest that runs many, which share what is loaded.
import fs from 'node:fs';
import path from 'node:path';
import { inRoot } from '../root.mjs';
import { secondsOf } from './seconds.cjs';

const DIRECTORY = inRoot('test-output', 'suites');
/** More save little, and leftovers of a file (timers, memory) would meet more of the others. */
const MOST_FILES = { unit: 40, integration: 32 };
/** Libs with no more files of a kind than these share a suite with each other. */
const FEW_FILES = 8;
/** A file that replaces modules, or needs fresh ones, has a registry of its own. */
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
    const parts = inParts(members, Math.ceil(members.length / MOST_FILES[kind]));
    return parts.map((part, at) => write(kind, parts.length === 1 ? place : `${place}-${at + 1}`, part));
  });
  return [...shared.sort((a, b) => b.files.length - a.files.length), ...alone];
}

/** Parts that take about as long as each other: the longest file first, each to the part that has least so far. */
function inParts(files, count) {
  const seconds = new Map(files.map((file) => [file, secondsOf(file)]));
  const parts = Array.from({ length: count }, () => ({ seconds: 0, files: [] }));
  for (const file of [...files].sort((a, b) => seconds.get(b) - seconds.get(a))) {
    const least = parts.reduce((one, other) => (other.seconds < one.seconds ? other : one));
    least.seconds += seconds.get(file);
    least.files.push(file);
  }
  return parts.map((part) => part.files.sort());
}

function write(kind, name, files) {
  const to = path.join(DIRECTORY, `${name}.suite.cjs`);
  fs.writeFileSync(
    to,
    `const { declare } = require('../../test/support/suite.cjs');\n${files
      .map((file) => `declare(${JSON.stringify(file)}, () => require(${JSON.stringify(`../../${file}`)}));\n`)
      .join('')}`,
  );
  return { path: to, kind, files };
}
