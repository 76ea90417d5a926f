import fs from 'node:fs';
import path from 'node:path';
import { Problem } from '../lib/problem.mjs';

/** Throws Problem `stale_mutant` unless the code below `directory` holds the mutant's place once and its tests. */
export function assertFits(directory, mutant) {
  const places = occurrences(read(directory, mutant), mutant.find);
  if (places !== 1)
    throw stale(mutant, `${mutant.file} holds the place of this fault ${places === 0 ? 'no more' : `${places} times`}`);
  for (const test of mutant.tests)
    if (!fs.existsSync(path.join(directory, test))) throw stale(mutant, `${test} does not exist`);
}

/** Puts the fault into the code below `directory`; returns the way back. Throws as `assertFits`. */
export function mutate(directory, mutant) {
  assertFits(directory, mutant);
  const file = path.join(directory, mutant.file);
  const text = read(directory, mutant);
  // By a function: a replacement text would give `$1` and `$$` a meaning.
  fs.writeFileSync(
    file,
    text.replace(mutant.find, () => mutant.replace),
  );
  return () => fs.writeFileSync(file, text);
}

function read(directory, mutant) {
  try {
    return fs.readFileSync(path.join(directory, mutant.file), 'utf8');
  } catch {
    throw stale(mutant, `${mutant.file} does not exist`);
  }
}

function occurrences(text, part) {
  return text.split(part).length - 1;
}

function stale({ name }, why) {
  return new Problem('stale_mutant', `The mutant ${name} is stale: ${why}.`, 'Mend it in scripts/mutants/list.mjs.');
}
