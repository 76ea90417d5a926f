import { cp, mkdir, readdir, readFile, rename, writeFile } from 'node:fs/promises';
import { existsSync } from 'node:fs';
import path from 'node:path';
import { isSlug } from '@portal/contract';
import type { Command } from '../command.js';
import { UsageError } from '../io.js';

// Beside the sources, and from the built output in a checkout.
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

/** A word as a shell takes it. */
const quoted = (word: string): string =>
  /^[\w./-]+$/.test(word) && !word.startsWith('-') ? word : `'${word.replaceAll("'", "'\\''")}'`;

/** `drive init <dir>`. */
export const init: Command = {
  usage: '<dir>',
  details: `
Writes a Drive that runs on Node as it is, with no dependency: server.mjs and verify.mjs, typed by JSDoc and checked
by any TypeScript, tests with the contract's signing vectors, package.json, tsconfig.json and README.md. It keeps
the whole contract, so "drive validate --lifecycle" and "npm test" pass at once.
The directory must be empty or new. Its name becomes the Drive's id, which you can still change.

Exit code: 0 written, 2 the directory is not empty or cannot be written; nothing is changed then.

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
      if ((await readdir(dir)).length > 0) throw new UsageError(`${given} is not empty; nothing was written.`);
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
    io.out(`A Drive named ${slug} is in ${given}. Next:

  cd ${quoted(given)}
  export PLATFORM_AGENT_SECRET=$(node -p "require('crypto').randomBytes(32).toString('hex')")
  npm test
  npm start                  # http://127.0.0.1:4020; then, in another terminal with the same secret:
  drive validate http://127.0.0.1:4020 --lifecycle
`);
    return 0;
  },
};
