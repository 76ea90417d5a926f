// node scripts/check/supply-chain.mjs: licences of all packages, and ranges of versions, by scripts/supply-chain/allowed.json.
import { supplyChainProblems } from '../supply-chain/licences.mjs';

const problems = supplyChainProblems();
for (const problem of problems) process.stdout.write(`${problem}\n`);
process.exitCode = problems.length === 0 ? 0 : 1;
