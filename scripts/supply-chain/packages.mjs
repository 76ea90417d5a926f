import fs from 'node:fs';
import path from 'node:path';
import { inRoot } from '../lib/root.mjs';

/** Folders with packages and a lock file of their own. */
const FOLDERS = ['.', 'scripts/openapi-lint'];
/** Folders with ranges of versions. */
const MANIFESTS = [...FOLDERS, 'scripts/openapi-types'];

export const allowed = () => readJson('scripts/supply-chain/allowed.json');
const readJson = (file) => JSON.parse(fs.readFileSync(inRoot(file), 'utf8'));

/**
 * Packages of the lock files; `platform` where it is for some systems only.
 * @returns {{ name: string, version: string, licence?: string, at: string, dev: boolean, platform: boolean }[]}
 */
export function lockedPackages() {
  return FOLDERS.flatMap((folder) =>
    Object.entries(readJson(path.join(folder, 'package-lock.json')).packages)
      .filter(([at, { link }]) => at.includes('node_modules/') && !link)
      .map(([at, { version, license, dev, devOptional, os, cpu }]) => ({
        name: at.split('node_modules/').at(-1),
        version,
        licence: license,
        at: path.join(folder, at),
        dev: folder !== '.' || dev === true || devOptional === true,
        platform: os !== undefined || cpu !== undefined,
      })),
  );
}

/** Packages that reach others than developers: those of the image, and those that the pages are built of. */
export function shippedPackages() {
  const own = lockedPackages().filter(({ at }) => !at.startsWith('scripts/'));
  const pages = packagesOfPages();
  return own.filter(({ at, dev }) => !dev || pages.has(at));
}

/** Ranges that any version satisfies, as `file: name range`. */
export function openRanges() {
  return MANIFESTS.flatMap((folder) => {
    const file = path.join(folder, 'package.json');
    const { dependencies = {}, devDependencies = {} } = readJson(file);
    return Object.entries({ ...dependencies, ...devDependencies })
      .filter(([, range]) => !/\d/.test(range))
      .map(([name, range]) => `${file}: ${name} "${range}"`);
  });
}

/** Imports of apps/web, with their dependencies, by place in the lock file. */
function packagesOfPages() {
  const { packages } = readJson('package-lock.json');
  const found = new Set();
  const waiting = importsOfPages().map((name) => [name, '']);
  for (let next = waiting.pop(); next; next = waiting.pop()) {
    const at = placeOf(packages, ...next);
    if (at === undefined || found.has(at)) continue;
    found.add(at);
    const { dependencies = {}, peerDependencies = {} } = packages[at];
    for (const name of Object.keys({ ...dependencies, ...peerDependencies })) waiting.push([name, at]);
  }
  return found;
}

function importsOfPages() {
  const folder = inRoot('apps/web/src');
  const files = fs.readdirSync(folder, { recursive: true }).filter((file) => /(?<!\.spec)\.(tsx?|css)$/.test(file));
  const names = new Set();
  for (const file of files) {
    const text = fs.readFileSync(path.join(folder, file), 'utf8');
    for (const [, name] of text.matchAll(/(?:from|import) '((?:@[\w-]+\/)?[\w-][\w.-]*)(?:\/[^']*)?'/g))
      names.add(name);
  }
  return [...names];
}

/** Where Node finds a package that the one at `from` asks for. */
function placeOf(packages, name, from) {
  const parents = from === '' ? [] : from.split('/node_modules/');
  for (let depth = parents.length; depth > 0; depth--) {
    const at = [...parents.slice(0, depth), name].join('/node_modules/');
    if (packages[at]) return at;
  }
  const at = `node_modules/${name}`;
  return packages[at] ? at : undefined;
}
