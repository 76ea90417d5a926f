import fs from 'node:fs';
import { Problem, fileProblem } from '../problem.mjs';

/**
 * Writes what a process needs of its environment, beyond what the caller's shell has, as a file for `node --env-file`,
 * readable for its owner only: there are secrets in it.
 */
export function writeEnvFile(file, environment, inherited = process.env) {
  const lines = Object.entries(environment)
    .filter(([name, value]) => inherited[name] !== value)
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
