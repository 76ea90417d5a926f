import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';

const SCRIPT = path.resolve('scripts/simulate.mjs');
/** A text of Latin-1: JSON in every other respect. */
const LATIN_1 = Buffer.from('{"scenario":1,"title":"Gr\u00fc\u00dfe","drives":{},"tenants":{},"events":[]}', 'latin1');
let directory: string;
let file: string;

beforeAll(() => {
  directory = mkdtempSync(path.join(tmpdir(), 'simulate-test-'));
  file = path.join(directory, 'scenario.json');
  writeFileSync(file, LATIN_1);
});
afterAll(() => rmSync(directory, { recursive: true, force: true }));

function simulate(args: string[], input = Buffer.alloc(0)): { code: number | null; out: string; error: string } {
  const { status, stdout, stderr } = spawnSync(process.execPath, [SCRIPT, ...args], { input });
  return { code: status, out: stdout.toString(), error: stderr.toString() };
}

describe('npm run simulate, before anything is played', () => {
  it.each(['--help', '-h', '--help --json', 'scenario.json --help'])('explains its use with %s', (args) => {
    const { code, out, error } = simulate(args.split(' '));
    expect([code, error]).toEqual([0, '']);
    for (const part of ['scenario.json --json', 'simulate -- -', 'Exit code: 0', 'docs/simulate.md'])
      expect(out).toContain(part);
  });

  it('refuses what is not UTF-8, from a file and from standard input', () => {
    expect(simulate([file])).toEqual({ code: 2, out: '', error: `(scenario): ${file} is not UTF-8.\n` });
    expect(simulate(['-'], LATIN_1)).toEqual({ code: 2, out: '', error: '(scenario): Standard input is not UTF-8.\n' });
    const asJson = simulate(['-', '--json'], LATIN_1);
    expect([asJson.code, asJson.error]).toEqual([2, '']);
    expect(JSON.parse(asJson.out)).toEqual({
      simulation: 1,
      problems: [{ pointer: '', message: 'Standard input is not UTF-8.' }],
    });
  });

  it.each<[string, string[]]>([
    ['no file', []],
    ['two files', ['a.json', 'b.json']],
    ['an option that there is not', ['--xml']],
    ['a file that is not there', ['not-there.json']],
  ])('explains its use for %s', (_name, args) => {
    const { code, out, error } = simulate(args);
    expect([code, out]).toEqual([2, '']);
    expect(error).toContain('Use: npm run simulate -- <scenario.json | -> [--json]');
    const { problems } = JSON.parse(simulate([...args, '--json']).out) as { problems: { message: string }[] };
    expect(problems.map(({ message }) => message.slice(message.indexOf('Use: ')))).toEqual([
      expect.stringMatching(/^Use: npm run simulate/) as string,
    ]);
  });
});
