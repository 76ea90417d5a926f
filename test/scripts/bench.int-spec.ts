import { spawnSync } from 'node:child_process';
import path from 'node:path';
import { options, runItems, type BenchItem, type BenchLine } from '../../scripts/bench/runner.mjs';

const SCRIPT = path.resolve('scripts/bench.mjs');
const figure = (id: string, more: Partial<BenchLine> = {}): BenchLine => ({
  id,
  product: { median: 3, min: 2, max: 4 },
  yardstick: { median: 2 },
  ratio: 1.5,
  verdict: 'pass',
  ...more,
});
const item = (owed: string[], run: BenchItem['run']) => () => Promise.resolve({ figures: () => owed, run });
const giving = (...lines: BenchLine[]) => item(['a.one', 'a.two'], () => Promise.resolve(lines));
const problemsOf = async (a: () => Promise<BenchItem>, scale = 'quick') =>
  (await runItems(['a'], { a }, { scale })).problems;

describe('a run of the bench', () => {
  it.each(['quick', 'usual', 'full'])(
    'of the scale %s passes when an item gives its required figures',
    async (scale) => {
      expect(await problemsOf(giving(figure('a.two'), figure('a.one')), scale)).toEqual([]);
    },
  );

  it.each<[string, BenchLine[], string[]]>([
    ['gives none', [], ['a: the figure a.one is missing', 'a: the figure a.two is missing']],
    ['leaves one out', [figure('a.one')], ['a: the figure a.two is missing']],
    [
      'gives one that it does not list',
      [figure('a.one'), figure('a.two'), figure('a.three')],
      ['a: the figure a.three is not owed'],
    ],
    ['gives one twice', [figure('a.one'), figure('a.two'), figure('a.one')], ['a: the figure a.one is not owed']],
    [
      'gives one without a measurement',
      [
        figure('a.one', { product: {} }),
        figure('a.two', { product: undefined, yardstick: undefined, ratio: undefined }),
      ],
      [
        'a: the figure a.one is no measurement: median undefined',
        'a: the figure a.one is no measurement: min undefined',
        'a: the figure a.one is no measurement: max undefined',
        'a: the figure a.two is no measurement: median undefined',
        'a: the figure a.two is no measurement: min undefined',
        'a: the figure a.two is no measurement: max undefined',
        'a: the figure a.two is no measurement: yardstick undefined',
        'a: the figure a.two is no measurement: ratio undefined',
      ],
    ],
  ])('fails when an item %s', async (_name, lines, problems) => {
    for (const scale of ['quick', 'usual', 'full']) expect(await problemsOf(giving(...lines), scale)).toEqual(problems);
  });

  it.each([NaN, 0, -1, Infinity, -Infinity, null, '3'])('fails when any part of a figure is %p', async (value) => {
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
  });

  it('fails when an item names no figure at all', async () => {
    expect(await problemsOf(item([], () => Promise.resolve([])))).toEqual(['a: names no figure that it owes']);
  });

  it('fails when an item throws or cannot be loaded, and measures the others all the same', async () => {
    const ran: string[] = [];
    const { lines, problems } = await runItems(
      ['torn', 'absent', 'a'],
      {
        torn: item(['torn.one'], () => Promise.reject(new TypeError('no argument'))),
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

  it('judges nothing when it is quick, and gives its items the scale', async () => {
    const given: object[] = [];
    const a = item(['a.one', 'a.two'], (context) => {
      given.push(context);
      return Promise.resolve([figure('a.one', { verdict: 'fail' }), figure('a.two')]);
    });
    const verdicts = async (scale: string) =>
      (await runItems(['a'], { a }, { scale, context: { databases: 'those' } })).lines.map(({ verdict }) => verdict);
    expect(await verdicts('quick')).toEqual(['ran', 'ran']);
    expect(await verdicts('full')).toEqual(['fail', 'pass']);
    expect(given).toEqual([
      { scale: 'quick', databases: 'those' },
      { scale: 'full', databases: 'those' },
    ]);
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
  ])('%j', (args, expected) => {
    expect(options(args.split(' ').filter(Boolean), known)).toMatchObject(expected);
  });

  it.each(['htpp', '--only http,htpp', '--only', '--fast', '--quick --full'])(
    'refuses %j and lists what is known',
    (args) => {
      expect(() => options(args.split(' '), known)).toThrow(/Known: signing, http\. Use: npm run bench/);
    },
  );

  it('end the command with code 1 before anything is measured when they are wrong', () => {
    const { status, stdout, stderr } = spawnSync(process.execPath, [SCRIPT, '--quick', 'htpp'], { encoding: 'utf8' });
    expect([status, stdout]).toEqual([1, '']);
    expect(stderr).toContain('No such item: htpp');
    for (const name of [
      'signing',
      'reservations',
      'manifest',
      'diff',
      'validate',
      'http',
      'search',
      'prompts',
      'close',
      'memory',
    ])
      expect(stderr).toMatch(new RegExp(`Known: .*\\b${name}\\b`));
  });
});
