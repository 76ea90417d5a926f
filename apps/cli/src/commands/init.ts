import { mkdir, readdir, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { isSlug } from '@portal/contract';
import type { Command } from '../command.js';
import { UsageError } from '../io.js';
import { templateFiles } from '../templates.js';

/** Of each language: the commands that make a secret, run the tests and start the Drive. */
const LANGUAGES: Readonly<Record<string, readonly [string, string, string]>> = {
  typescript: [`node -p "require('crypto').randomBytes(32).toString('hex')"`, 'npm test', 'npm start'],
  python: [
    'python3 -c "import secrets; print(secrets.token_hex(32))"',
    'python3 -m unittest discover test',
    'python3 server.py',
  ],
};

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
  usage: '<dir> [--language typescript|python]',
  details: `
Creates a Drive without dependencies, with tests and the signing vectors of the contract. It implements the whole
contract, so its tests and "drive validate --lifecycle" pass immediately.

  --language L  typescript (default): runs on Node as it is, with types in JSDoc that TypeScript checks;
                python: runs on the standard library of Python 3.9 or newer

The directory must be new or empty. Its name becomes the ID of the Drive, which you can change later.

Exit codes: 0 created, 2 the directory is not empty or cannot be written to, and nothing was changed.

Example: drive init my-drive --language python`,
  options: { language: { type: 'string' } },
  needs: ['dir'],
  async run(args, io) {
    const given = args.positionals[0]!;
    const dir = path.resolve(io.cwd, given);
    const language = args.text('language') ?? 'typescript';
    const commands = Object.hasOwn(LANGUAGES, language) ? LANGUAGES[language] : undefined;
    if (!commands) throw new UsageError(`--language must be one of ${Object.keys(LANGUAGES).join(', ')}.`);
    try {
      await mkdir(dir, { recursive: true });
      if ((await readdir(dir)).length > 0) throw new UsageError(`${given} is not empty. Nothing was written.`);
    } catch (error) {
      if (error instanceof UsageError) throw error;
      throw new UsageError(`Cannot write to ${given}: ${(error as NodeJS.ErrnoException).code ?? String(error)}.`);
    }
    const [secret, test, start] = commands;
    const slug = slugOf(path.basename(dir));
    const name = slug
      .split('-')
      .map((word) => word.charAt(0).toUpperCase() + word.slice(1))
      .join(' ');
    for (const [file, text] of Object.entries(templateFiles())) {
      const [folder, ...rest] = file.split('/') as [string, ...string[]];
      if (folder !== 'shared' && folder !== language) continue;
      // npm leaves files of this name out of packages.
      const target = path.join(dir, rest.join('/') === 'gitignore' ? '.gitignore' : rest.join('/'));
      await mkdir(path.dirname(target), { recursive: true });
      await writeFile(target, text.replaceAll('my-drive', slug).replaceAll('My Drive', name));
    }
    io.out(`Created the Drive ${slug} in ${given}. Next steps:

  cd ${quoted(given)}
  export PLATFORM_AGENT_SECRET=$(${secret})
  ${test}
  ${start}    # http://127.0.0.1:4020. Then, in another terminal with the same secret:
  drive validate http://127.0.0.1:4020 --lifecycle
`);
    return 0;
  },
};
