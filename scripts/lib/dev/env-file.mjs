import fs from 'node:fs';
import { fromDist } from '../docs/from-dist.mjs';
import { Problem, fileProblem } from '../problem.mjs';

/**
 * Writes the settings of a process, out of its whole environment, as a file for `node --env-file`. Readable for its owner
 * only: there are secrets in it.
 */
export function writeEnvFile(file, environment) {
  const { VARIABLES } = fromDist('libs', 'platform', 'src', 'config', 'variables.js');
  const isSetting = (name) => name.replace(/_FILE$/, '') in VARIABLES || environment[name] !== process.env[name];
  const lines = Object.entries(environment)
    .filter(([name]) => isSetting(name))
    .map(([name, value]) => `${name}=${quoted(name, value)}`);
  try {
    fs.rmSync(file, { force: true });
    fs.writeFileSync(file, `${lines.join('\n')}\n`, { mode: 0o600 });
  } catch (error) {
    throw fileProblem(error, file);
  }
}

function quoted(name, value) {
  const quote = ["'", '"', '`'].find((mark) => !value.includes(mark));
  if (quote === undefined) throw new Problem('not_quotable', `The value of ${name} cannot be written into a file.`);
  return `${quote}${value}${quote}`;
}
