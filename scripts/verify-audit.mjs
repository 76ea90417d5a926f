// node scripts/verify-audit.mjs [--known POSITION:HASH]... FILE...: whether the entries of exported audit logs (JSON) are as they were
// sealed, none missing between the first and the last. The first follows from the beginning of the chain or from a known end, as
// the daily message says it. Needs nothing but Node.js and the files.
import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { parseArgs } from 'node:util';

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { known: { type: 'string', multiple: true, default: [] } },
});
const seals = new Map([
  [0, '0'.repeat(64)],
  ...values.known.map((head) => [Number(head.split(':')[0]), head.split(':')[1]]),
]);
const entries = new Map();
let unsealed = 0;
for (const file of positionals)
  for (const { position, seal, ...entry } of JSON.parse(readFileSync(file, 'utf8')))
    if (seal === null) unsealed += 1;
    else entries.set(Number(position), { seal, entry });

const problems = [];
for (const [position, { seal, entry }] of [...entries].sort(([a], [b]) => a - b)) {
  const previous = seals.get(position - 1);
  // All members are strings or null: this is their canonical JSON (RFC 8785).
  const text = JSON.stringify(entry, Object.keys(entry).sort());
  if (previous === undefined) problems.push(`${position - 1} is missing`);
  else if (createHash('sha256').update(Buffer.from(previous, 'hex')).update(text).digest('hex') !== seal)
    problems.push(`${position} was changed`);
  if ((seals.get(position) ?? seal) !== seal) problems.push(`${position} is not the known end`);
  seals.set(position, seal);
}
for (const problem of problems) console.error(problem);
const last = Math.max(...entries.keys());
if (entries.size === 0) console.error('there are no sealed entries');
else console.log(`${entries.size} entries up to ${last}:${entries.get(last).seal}, ${unsealed} not sealed yet`);
process.exitCode = problems.length > 0 || entries.size === 0 ? 1 : 0;
