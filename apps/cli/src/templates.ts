import { existsSync, readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';

// Next to the sources, or found from the built output in a checkout. vite.config.mjs puts the files into the served command.
const FOLDERS = ['../template', '../../../../apps/cli/template'].map((folder) => path.resolve(__dirname, folder));

/** The files that `drive init` writes, by their path in the folder `template`. */
export function templateFiles(): Readonly<Record<string, string>> {
  const folder = FOLDERS.find((one) => existsSync(path.join(one, 'python/server.py')))!;
  const files = readdirSync(folder, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile());
  return Object.fromEntries(
    files
      .map(({ parentPath, name }) => path.join(parentPath, name))
      .map((file) => [path.relative(folder, file).replaceAll(path.sep, '/'), readFileSync(file, 'utf8')]),
  );
}
