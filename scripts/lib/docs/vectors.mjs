// The list of test vectors, made from the files themselves.
import crypto from 'node:crypto';
import { json, names, text } from './from-dist.mjs';

const FOLDER = 'libs/contract/vectors';

/** {files, example}: a program that runs them, and every file as {file, about, bytes, sha256, lists: [{name, count, keys}], sample}; `keys` are the members of one case. */
export function vectorCatalogue() {
  const files = names(FOLDER)
    .filter((file) => file.endsWith('.json'))
    .map((file) => {
      const bytes = Buffer.from(text(`${FOLDER}/${file}`));
      const { about, ...lists } = json(FOLDER, file);
      if (typeof about !== 'string') throw new Error(`${file} does not say what it is about`);
      const arrays = Object.entries(lists).filter(([, value]) => Array.isArray(value));
      return {
        file,
        about,
        bytes: bytes.length,
        sha256: crypto.createHash('sha256').update(bytes).digest('hex'),
        lists:
          arrays.length > 0
            ? arrays.map(([name, cases]) => ({ name, count: cases.length, keys: keysOf(cases) }))
            : [{ name: 'manifests', count: Object.keys(lists).length, keys: Object.keys(lists) }],
        sample: JSON.stringify(arrays[0]?.[1][0] ?? Object.values(lists).at(-1), null, 2),
      };
    });
  return { files, example: { file: 'example.py', code: text(`${FOLDER}/example.py`) } };
}

const keysOf = (cases) => [...new Set(cases.flatMap((one) => Object.keys(one)))];
