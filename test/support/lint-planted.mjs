// Lints the texts of stdin, a JSON object by file name, as if they stood in their files; knows of no other source.
import path from 'node:path';
import { text } from 'node:stream/consumers';
import ts from 'typescript';
import { lintBy } from '../../scripts/check/lint.mjs';
import { inRoot } from '../../scripts/lib/root.mjs';

const planted = new Map(
  Object.entries(JSON.parse(await text(process.stdin))).map(([file, code]) => [inRoot(file), code]),
);
const { config } = ts.readConfigFile(inRoot('tsconfig.json'), ts.sys.readFile);
const { options } = ts.parseJsonConfigFileContent(config, ts.sys, inRoot());
const host = ts.createCompilerHost(options, true);
const { readFile, fileExists } = host;
host.readFile = (file) => planted.get(file) ?? readFile(file);
host.fileExists = (file) => planted.has(file) || fileExists(file);
const program = ts.createProgram({ rootNames: [...planted.keys()], options, host });

const eslint = lintBy(program);
const found = {};
for (const [file, code] of planted) {
  const [{ messages }] = await eslint.lintText(code, { filePath: file });
  const { rules } = await eslint.calculateConfigForFile(file);
  const on = Object.keys(rules).filter((rule) => rules[rule][0] !== 0);
  found[path.relative(inRoot(), file)] = { messages, on };
}
process.stdout.write(JSON.stringify(found));
