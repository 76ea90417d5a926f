// node scripts/check/openapi.mjs: docs/openapi.json by the recommended rules of Redocly and the OpenAPI rules of Spectral.
// An error, a warning and a hint all count. The linters are a package of their own (scripts/openapi-lint) with 240 others
// behind them, which nothing but this check needs: they are installed when it first runs.
import path from 'node:path';
import { ensureInstalled } from '../lib/ensure-installed.mjs';
import { Problem, fail } from '../lib/problem.mjs';
import { createProgress } from '../lib/progress.mjs';
import { inRoot } from '../lib/root.mjs';
import { run } from '../lib/run.mjs';

const TOOLS = inRoot('scripts/openapi-lint');
const MOST = 10_000;

async function main() {
  await ensureInstalled(createProgress({ quiet: true }), TOOLS);
  // One after the other: with the other checks two at once would need a third core.
  const problems = [...(await redocly()), ...(await spectral())];
  for (const problem of problems) process.stdout.write(`${problem}\n`);
  process.exitCode = problems.length === 0 ? 0 : 1;
}

async function redocly() {
  const args = ['lint', inRoot('docs/openapi.json'), '--format=json', `--max-problems=${MOST}`];
  const { problems } = await report('@redocly/cli/bin/cli.js', args);
  return problems.map(({ ruleId, message, location }) => `redocly ${ruleId} ${location[0]?.pointer}: ${message}`);
}

async function spectral() {
  const args = ['lint', inRoot('docs/openapi.json'), '--format=json', '--quiet', '--fail-severity=hint'];
  const problems = await report('@stoplight/spectral-cli/dist/index.js', args);
  return problems.map(({ code, message, path: where }) => `spectral ${code} ${where.join('/')}: ${message}`);
}

/** Report of a linter as JSON, which it also prints with findings. */
async function report(script, args) {
  const env = { ...process.env, REDOCLY_TELEMETRY: 'off', REDOCLY_SUPPRESS_UPDATE_NOTICE: 'true' };
  const file = path.join(TOOLS, 'node_modules', script);
  const { stdout, output } = await run(process.execPath, [file, ...args], { cwd: TOOLS, env });
  try {
    return JSON.parse(stdout);
  } catch {
    throw new Problem('openapi_lint', `${script} did not report.\n\n${output}`.trim());
  }
}

main().catch(fail);
