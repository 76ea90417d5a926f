import { spawnSync } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';

const folder = path.resolve(__dirname, '../vectors');
const read = (file: string): string => readFileSync(path.join(folder, file), 'utf8');
const files = readdirSync(folder).filter((file) => file.endsWith('.json'));
const hasPython = spawnSync('python3', ['--version']).status === 0;

describe('the published vectors', () => {
  it.each(files)('of %s say what they are about, and their cases have unique names', (file) => {
    const { about, ...lists } = JSON.parse(read(file)) as Record<string, unknown> & { about: string };
    expect(about).toMatch(/\S\.$/);
    for (const [list, cases] of Object.entries(lists)) {
      if (!Array.isArray(cases)) continue;
      const names = (cases as { name?: string; text?: string; kind?: string }[]).map(
        ({ name, text, kind }) => name ?? text ?? kind,
      );
      expect([list, names.filter((name, i) => name === undefined || names.indexOf(name) !== i)]).toEqual([list, []]);
    }
  });

  it('are all explained in the README', () => {
    for (const file of files) {
      expect(read('README.md')).toContain(`\`${file}\``);
      for (const [list, cases] of Object.entries(JSON.parse(read(file)) as object))
        if (Array.isArray(cases)) expect([file, read('README.md').includes(`\`${list}\``)]).toEqual([file, true]);
    }
  });

  (hasPython ? it : it.skip)('are read alike by the example in another language', () => {
    const { stdout, status } = spawnSync('python3', [path.join(folder, 'example.py')], { encoding: 'utf8' });
    const counts = { signing: 'sign', 'manifests-cases': 'cases' };
    const [signed, manifests] = Object.entries(counts).map(
      ([file, list]) => (JSON.parse(read(`${file}.json`)) as Record<string, unknown[]>)[list]!.length,
    );
    expect([status, JSON.parse(stdout)]).toEqual([0, { signed, wrong: [], manifests }]);
  });
});
