// Semantic diff with classes and sentences, against a minimal walker that only lists the paths that differ.
import { createRequire } from 'node:module';
import { inRoot } from '../lib/root.mjs';
import { race } from './frame.mjs';
import { manifest, nextVersion } from './manifests.mjs';

const require = createRequire(import.meta.url);

/** The baseline: differing paths without a description. */
function differences(a, b, path = [], found = []) {
  if (a === b) return found;
  const containers = typeof a === 'object' && typeof b === 'object' && a !== null && b !== null;
  if (!containers || Array.isArray(a) !== Array.isArray(b)) {
    found.push(path.join('/'));
    return found;
  }
  for (const key of Object.keys(a)) {
    if (Object.hasOwn(b, key)) differences(a[key], b[key], [...path, key], found);
    else found.push([...path, key].join('/'));
  }
  for (const key of Object.keys(b)) if (!Object.hasOwn(a, key)) found.push([...path, key].join('/'));
  return found;
}

export async function run({ scale }) {
  const { readManifest, diffManifests } = require(inRoot('dist/libs/contract/src/index.js'));
  return ['2 KB', '60 KB'].map((size) => {
    const [before, after] = [manifest(size), nextVersion(manifest(size))].map((value) => readManifest(value).manifest);
    if (!before || !after) throw new Error('the product refuses the bench manifests');
    const changes = diffManifests(before, after);
    if (changes.length < 5) throw new Error('the product finds too few changes');
    return race({
      id: `diff.changed_${size.replace(' ', '').toLowerCase()}`,
      workload: `${changes.length} changes with class and sentence between two manifests of ${size}`,
      scale,
      fn: () => diffManifests(before, after),
      yardstick: { name: 'minimal walker', fn: () => differences(before, after) },
      goal: 0.5,
      extra: { changes: changes.length },
    });
  });
}
