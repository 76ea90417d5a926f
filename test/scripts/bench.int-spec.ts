import { spawnSync } from 'node:child_process';
import path from 'node:path';
import { options, runItems } from '../../scripts/bench/runner.mjs';

interface BenchLine {
  readonly id: string;
  readonly product?: object;
  readonly yardstick?: { readonly median?: number };
  readonly ratio?: number;
  readonly verdict?: string;
}
interface BenchItem {
  run(context: object): Promise<readonly BenchLine[]>;
}

const SCRIPT = path.resolve('scripts/bench.mjs');
const figure = (id: string, more: Partial<BenchLine> = {}): BenchLine => ({
  id,
  product: { median: 3, min: 2, max: 4 },
  yardstick: { median: 2 },
  ratio: 1.5,
  verdict: 'pass',
  ...more,
});
const giving =
  (...lines: BenchLine[]) =>
  () =>
    Promise.resolve({ run: () => Promise.resolve(lines) });
const problemsOf = async (a: () => Promise<BenchItem>) => (await runItems(['a'], { a }, { scale: 'quick' })).problems;

describe('a run of the bench', () => {
  it('passes when an item gives figures, and fails without figures', async () => {
    expect(await problemsOf(giving(figure('a.two'), figure('a.one')))).toEqual([]);
    expect(await problemsOf(giving())).toEqual(['a: gives no figure']);
  });

  it.each([NaN, 0, -1, Infinity, -Infinity, null, '3', undefined])(
    'fails when any part of a figure is %p',
    async (value) => {
      const wrong = value as number;
      const parts: [string, Partial<BenchLine>][] = [
        ['median', { product: { median: wrong, min: 2, max: 4 } }],
        ['min', { product: { median: 3, min: wrong, max: 4 } }],
        ['max', { product: { median: 3, min: 2, max: wrong } }],
        ['yardstick', { yardstick: { median: wrong } }],
        ['ratio', { ratio: wrong }],
      ];
      for (const [part, more] of parts)
        expect(await problemsOf(giving(figure('a.one', more), figure('a.two')))).toEqual([
          `a: the figure a.one is no measurement: ${part} ${String(value)}`,
        ]);
    },
  );

  it('fails when an item throws or cannot be loaded, and measures the others all the same', async () => {
    const ran: string[] = [];
    const { lines, problems } = await runItems(
      ['torn', 'absent', 'a'],
      {
        torn: () => Promise.resolve({ run: () => Promise.reject(new TypeError('no argument')) }),
        absent: () => Promise.reject(new Error('no such module')),
        a: giving(figure('a.one'), figure('a.two')),
      },
      {
        scale: 'usual',
        around: (name, work) => {
          ran.push(name);
          return work();
        },
      },
    );
    expect(ran).toEqual(['torn', 'a']);
    expect(lines.map(({ id, verdict }) => [id, verdict])).toEqual([
      ['a.one', 'pass'],
      ['a.two', 'pass'],
    ]);
    expect(problems).toEqual([
      expect.stringMatching(/^torn: TypeError: no argument\n/),
      expect.stringMatching(/^absent: Error: no such module\n/),
    ]);
  });

  it('has no verdict when it is quick', async () => {
    const a = giving(figure('a.one', { verdict: 'fail' }), figure('a.two'));
    const verdicts = async (scale: string) =>
      (await runItems(['a'], { a }, { scale })).lines.map(({ verdict }) => verdict);
    expect(await verdicts('quick')).toEqual(['ran', 'ran']);
    expect(await verdicts('full')).toEqual(['fail', 'pass']);
  });
});

describe('the options of npm run bench', () => {
  const known = ['signing', 'http'];

  it.each<[string, Partial<ReturnType<typeof options>>]>([
    ['', { names: known, scale: 'usual', json: false, file: null }],
    ['http', { names: ['http'] }],
    ['--only signing,http', { names: ['signing', 'http'] }],
    ['--quick', { names: known, scale: 'quick' }],
    ['--full http', { names: ['http'], scale: 'full' }],
    ['--quick --json', { scale: 'quick', json: true, file: null }],
    ['--json figures.json http', { names: ['http'], json: true, file: 'figures.json' }],
  ])('are read from %j', (args, expected) => {
    expect(options(args.split(' ').filter(Boolean), known)).toMatchObject(expected);
  });

  it.each(['htpp', '--only http,htpp', '--only', '--fast', '--quick --full'])(
    'are refused with the list of what is known: %j',
    (args) => {
      expect(() => options(args.split(' '), known)).toThrow(/Known: signing, http\. Use: npm run bench/);
    },
  );

  it('end the command with code 1 before anything is measured when they are invalid', () => {
    const { status, stdout, stderr } = spawnSync(process.execPath, [SCRIPT, '--quick', 'htpp'], { encoding: 'utf8' });
    expect([status, stdout]).toEqual([1, '']);
    expect(stderr).toContain('No such item: htpp');
    for (const name of ['signing', 'manifest', 'diff', 'http', 'search', 'close', 'memory'])
      expect(stderr).toMatch(new RegExp(`Known: .*\\b${name}\\b`));
  });
});
