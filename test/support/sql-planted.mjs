// Holds the SQL texts of stdin, an object of sources by file name, against the database of argv, as if they stood in the
// product. Prints { problems, unknown } of `where` and text.
import path from 'node:path';
import { text } from 'node:stream/consumers';
import ts from 'typescript';
import { statementProblems } from '../../scripts/check/sql/check.mjs';
import { openDescriber } from '../../scripts/check/sql/describe.mjs';
import { inRoot, root } from '../../scripts/lib/root.mjs';

const planted = new Map(
  Object.entries(JSON.parse(await text(process.stdin))).map(([file, code]) => [path.join(root, file), code]),
);
const { config } = ts.readConfigFile(inRoot('tsconfig.json'), ts.sys.readFile);
const { options } = ts.parseJsonConfigFileContent(config, ts.sys, inRoot());
const host = ts.createCompilerHost(options, true);
const { readFile, fileExists } = host;
host.readFile = (file) => planted.get(file) ?? readFile(file);
host.fileExists = (file) => planted.has(file) || fileExists(file);
const program = ts.createProgram({ rootNames: [...planted.keys()], options, host });
const { describe, close } = await openDescriber(process.argv[2]);
const { problems, unknown } = await statementProblems(program, describe, (file) => planted.has(path.join(root, file)));
await close();
process.stdout.write(JSON.stringify({ problems, unknown }));
