// The texts of stdin, a JSON object by file name, as a program whose files have these texts.
import { text } from 'node:stream/consumers';
import ts from 'typescript';
import { inRoot } from '../../scripts/lib/root.mjs';

/** @returns {Promise<{ planted: Map<string, string>, program: import('typescript').Program }>} texts by absolute path */
export async function plantedProgram() {
  const planted = new Map(
    Object.entries(JSON.parse(await text(process.stdin))).map(([file, code]) => [inRoot(file), code]),
  );
  const { config } = ts.readConfigFile(inRoot('tsconfig.json'), ts.sys.readFile);
  const { options } = ts.parseJsonConfigFileContent(config, ts.sys, inRoot());
  const host = ts.createCompilerHost(options, true);
  const { readFile, fileExists } = host;
  host.readFile = (file) => planted.get(file) ?? readFile(file);
  host.fileExists = (file) => planted.has(file) || fileExists(file);
  return { planted, program: ts.createProgram({ rootNames: [...planted.keys()], options, host }) };
}
