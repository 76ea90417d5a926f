import { cp, mkdir, readdir, readFile, rename, writeFile } from 'node:fs/promises';
import { existsSync } from 'node:fs';
import path from 'node:path';
import { isSlug } from '@portal/contract';
import type { Command } from '../command.js';
import { UsageError } from '../io.js';

// Next to the sources, or found from the built output in a checkout.
const TEMPLATES = [
  path.resolve(__dirname, '../../template'),
  path.resolve(__dirname, '../../../../../apps/cli/template'),
];

function slugOf(name: string): string {
  const slug = name
    .toLowerCase()
    .replaceAll(/[^a-z0-9]+/g, '-')
    .replaceAll(/^-+|-+$/g, '')
    .slice(0, 63);
  return isSlug(slug) ? slug : 'my-drive';
}

/** Quotes a word for a shell where needed. */
const quoted = (word: string): string =>
  /^[\w./-]+$/.test(word) && !word.startsWith('-') ? word : `'${word.replaceAll("'", "'\\''")}'`;

/** `drive init <dir>`. */
export const init: Command = {
  usage: '<dir>',
  details: `
Creates a Drive that runs on Node without dependencies: server.mjs and verify.mjs with JSDoc types that TypeScript can
check, tests with the signing vectors of the contract, package.json, tsconfig.json and README.md. It implements the
whole contract, so "drive validate --lifecycle" and "npm test" pass immediately.
The directory must be new or empty. Its name becomes the ID of the Drive, which you can change later.

Exit codes: 0 created, 2 the directory is not empty or cannot be written to, and nothing was changed.

Example: drive init my-drive`,
  options: {},
  needs: ['dir'],
  async run(args, io) {
    const given = args.positionals[0]!;
    const dir = path.resolve(io.cwd, given);
    const template = TEMPLATES.find((candidate) => existsSync(path.join(candidate, 'server.mjs')));
    if (!template) throw new Error('The template is missing from this installation.');
    try {
      await mkdir(dir, { recursive: true });
      if ((await readdir(dir)).length > 0) throw new UsageError(`${given} is not empty. Nothing was written.`);
    } catch (error) {
      if (error instanceof UsageError) throw error;
      throw new UsageError(`Cannot write to ${given}: ${(error as NodeJS.ErrnoException).code ?? String(error)}.`);
    }
    await cp(template, dir, { recursive: true });
    await rename(path.join(dir, 'gitignore'), path.join(dir, '.gitignore'));
    const slug = slugOf(path.basename(dir));
    const name = slug
      .split('-')
      .map((word) => word.charAt(0).toUpperCase() + word.slice(1))
      .join(' ');
    for (const file of ['server.mjs', 'package.json', 'README.md']) {
      const text = await readFile(path.join(dir, file), 'utf8');
      await writeFile(path.join(dir, file), text.replaceAll('my-drive', slug).replaceAll('My Drive', name));
    }
    io.out(`Created the Drive ${slug} in ${given}. Next steps:

  cd ${quoted(given)}
  export PLATFORM_AGENT_SECRET=$(node -p "require('crypto').randomBytes(32).toString('hex')")
  npm test
  npm start                  # http://127.0.0.1:4020. Then, in another terminal with the same secret:
  drive validate http://127.0.0.1:4020 --lifecycle
`);
    return 0;
  },
};
