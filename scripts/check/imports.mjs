// node scripts/check/imports.mjs: the import rules of .dependency-cruiser.cjs over all apps and libs.
import { cruise, format } from 'dependency-cruiser';
import extractDepcruiseOptions from 'dependency-cruiser/config-utl/extract-depcruise-options';
import extractTSConfig from 'dependency-cruiser/config-utl/extract-ts-config';
import { fail } from '../lib/problem.mjs';
import { inRoot, root } from '../lib/root.mjs';

/** Fewer modules, or imports between them, mean that the tool did not understand the sources. */
const MODULES = 1_500;
const IMPORTS = 5_000;

async function main() {
  process.chdir(root);
  const options = await extractDepcruiseOptions(inRoot('.dependency-cruiser.cjs'));
  const { output } = await cruise(['apps', 'libs'], options, undefined, {
    tsConfig: extractTSConfig(inRoot('tsconfig.json')),
  });
  const own = output.modules.filter(({ source }) => /^(apps|libs)\//.test(source));
  const imports = own.reduce((sum, { dependencies }) => sum + dependencies.length, 0);
  const counted = `${own.length} modules with ${imports} imports`;
  if (own.length < MODULES || imports < IMPORTS) fail(`Only ${counted} were seen.`);
  if (output.summary.error + output.summary.warn > 0) {
    process.stdout.write((await format(output, { outputType: 'err' })).output);
    process.exitCode = 1;
  } else process.stdout.write(`${counted}\n`);
}

main().catch(fail);
