import { execFileSync } from 'node:child_process';
import { Problem } from '../problem.mjs';
import { root } from '../root.mjs';
import { importGraph } from './import-graph.mjs';

/** Files on which every test depends without importing them. */
const EVERYTHING =
  /^(package(-lock)?\.json|jest\.config\.cjs|\.swcrc|test\/support\/[\w-]+\.cjs|scripts\/lib\/(test-database|local-pg)\.mjs)$/;
/** The template that the databases of integration tests are copied from. */
const SCHEMA = /^(apps\/migrate\/|db\/)/;
const PRODUCT = /^(apps|libs)\//;
const TEST = /spec\.tsx?$/;
/** By which integration tests start the built product; journeys all do. */
const BUILT_PROCESSES = ['api', 'built', 'worker'].map((name) => `test/support/processes/${name}-process.ts`);

/** Files that differ from `ref` in the working tree, among them those that git does not know yet. */
export function changedFiles(ref) {
  const git = (...args) => {
    try {
      return execFileSync('git', args, { cwd: root, encoding: 'utf8', stdio: ['ignore', 'pipe', 'pipe'] })
        .split('\0')
        .filter(Boolean);
    } catch (error) {
      throw new Problem('git', `git ${args.join(' ')}: ${String(error.stderr || error.message).trim()}`);
    }
  };
  return [
    ...new Set([
      ...git('diff', '--name-only', '-z', '--no-renames', ref, '--'),
      ...git('ls-files', '--others', '--exclude-standard', '-z'),
    ]),
  ].sort();
}

/**
 * The test files that a change can affect: those whose imports lead to a changed file, all integration tests after a
 * change of the schema, and for files without imports (fixtures, texts) the tests of its own lib or app. Journeys, and
 * what else starts the built product, are affected by every change of it: they are selected for imports of their own
 * code, and not for further imports of the product.
 * @param {{ file: string, kind: string }[]} files
 * @param {readonly string[]} changed
 */
export function affectedTests(files, changed) {
  if (changed.some((file) => EVERYTHING.test(file))) return files;
  const graph = importGraph();
  const reached = graph.dependents(changed);
  const ofTests = (file) => !PRODUCT.test(file) || TEST.test(file);
  const reachedByTests = graph.dependents(changed, ofTests);
  const startsProduct = graph.dependents(BUILT_PROCESSES, ofTests);
  const schema = changed.some((file) => SCHEMA.test(file));
  const places = changed.filter((file) => !/\.(tsx?|[mc]js)$/.test(file)).map(placeOf);
  return files.filter(
    ({ file, kind }) =>
      (kind === 'e2e' || startsProduct.has(file) ? reachedByTests : reached).has(file) ||
      (schema && kind === 'integration') ||
      places.some((place) => place && file.startsWith(place)),
  );
}

const placeOf = (file) => /^(?:apps|libs)\/[^/]+\//.exec(file)?.[0];
