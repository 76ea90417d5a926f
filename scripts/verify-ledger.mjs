// node scripts/verify-ledger.mjs [--known SHA256]... FILE...: whether the transactions of archived seals (docs/retention.md) are as
// they were sealed, none missing in between. The first follows from the beginning or from a known seal; the other known ones must
// be there. Needs nothing but Node.js and the files, in the order of their seals.
import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { createInterface } from 'node:readline';
import { parseArgs } from 'node:util';

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { known: { type: 'string', multiple: true, default: [] } },
});
const missing = new Set(values.known);
const problems = [];
let last;
let seals = 0;
for (const file of positionals)
  for await (const line of createInterface({ input: createReadStream(file) })) {
    const { seal, previous, sha256, transactions } = JSON.parse(line);
    const follows = last ?? (missing.delete(previous) ? previous : createHash('sha256').digest('hex'));
    if (previous !== follows) problems.push(`what is before seal ${seal} is missing`);
    if (createHash('sha256').update(Buffer.from(previous, 'hex')).update(transactions).digest('hex') !== sha256)
      problems.push(`transactions of seal ${seal} were changed`);
    missing.delete(sha256);
    last = sha256;
    seals += 1;
  }
problems.push(...[...missing].map((known) => `${known} is not there`));
for (const problem of problems) console.error(problem);
if (last === undefined) console.error('there are no seals');
else console.log(`${seals} seals, the last one is ${last}`);
process.exitCode = problems.length > 0 || last === undefined ? 1 : 0;
