import { execFileSync, spawnSync } from 'node:child_process';
import { cpSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';

/** The checkout as `git clone` makes it: nothing is installed or built. */
describe('in a fresh clone', () => {
  const clone = mkdtempSync(path.join(tmpdir(), 'fresh-clone-'));
  beforeAll(() => {
    const files = execFileSync('git', ['ls-files', 'scripts', 'package.json', 'package-lock.json'], {
      encoding: 'utf8',
    });
    for (const file of files.trim().split('\n')) cpSync(file, path.join(clone, file));
  });
  afterAll(() => rmSync(clone, { recursive: true, force: true }));

  it.each(['start', 'demo', 'dev', 'chaos', 'bench'])(
    'npm run %s begins, and loads nothing that it has yet to install or build',
    (script) => {
      const { status, stderr } = spawnSync(process.execPath, [`scripts/${script}.mjs`, '--nonsense'], {
        cwd: clone,
        encoding: 'utf8',
      });
      expect([status, stderr]).toEqual([
        1,
        expect.stringMatching(/^\n(Unknown|Not understood|No such item): --nonsense\n/),
      ]);
    },
  );
});
