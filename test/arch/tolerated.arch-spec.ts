import { compare, RULES } from '../../scripts/check/tolerated/rules.mjs';

const HOME = 'libs/ledger/src/posting/post.ts';
const SHORTEN = 'so node scripts/check/tolerated.mjs --write has to shorten the list';
const PLANTED: readonly [rule: string, name: string, files: Record<string, string>][] = [
  ['files over 400 lines', HOME, { [HOME]: 'x;\n'.repeat(401) }],
  [
    'constructors with 7 or more arguments',
    'Post',
    { [HOME]: 'export class Post { constructor(a: A, b: B, c: C, d: D, e: E, f: F, g: G) {} }' },
  ],
  [
    'files with SQL outside of repositories and read',
    'libs/ledger',
    { [HOME]: 'await tx.query(`select 1 from ledger.ledger_tx`);' },
  ],
  [
    'modules that export more than 10 providers',
    'LedgerModule',
    {
      'libs/ledger/src/ledger.module.ts': `const SHARED = [A, B, C, D, E, F, G, H, I] as const;
        @Module({ providers: SHARED, exports: [...SHARED, J, K] })
        export class LedgerModule {}`,
    },
  ],
  [
    'classes of one name',
    'Post',
    { [HOME]: 'export class Post {}', 'libs/billing/src/post.ts': 'export abstract class Post {}' },
  ],
];

it('every rule with tolerated exceptions has a planted violation here', () =>
  expect(PLANTED.map(([rule]) => rule)).toEqual(Object.keys(RULES)));

describe.each(PLANTED)('%s', (rule, name, files) => {
  const count = rule === 'classes of one name' ? 2 : 1;

  it('are refused', () => expect(compare(files, {}).problems).toEqual([`${name}: ${count} ${rule}, 0 tolerated`]));

  it('are tolerated when the list names them', () =>
    expect(compare(files, { [rule]: { [name]: count } }).problems).toEqual([]));

  it('must leave the list when they are gone', () => {
    const { problems, shorter } = compare({}, { [rule]: { [name]: count } });
    expect(problems).toEqual([`${name}: 0 ${rule}, ${SHORTEN}`]);
    expect(shorter[rule]).toEqual({});
  });
});

it.each([
  ['400 lines', { [HOME]: 'x;\n'.repeat(400) }],
  ['six arguments', { [HOME]: 'class Post { constructor(a: A, b: B, c: C, d: D, e: E, f: F) {} }' }],
  ['SQL in a repository', { 'libs/ledger/src/tx.repository.ts': 'query(`select 1 from ledger.ledger_tx`)' }],
  ['SQL of a list', { 'libs/ledger/src/read/lines.ts': 'query(`select 1 from ledger.ledger_tx`)' }],
  ['SQL in a comment', { [HOME]: '/** `select 1` is asked elsewhere. */' }],
  ['ten exports', { 'libs/a/src/a.module.ts': '@Module({ exports: [A, B, C, D, E, F, G, H, I, J] }) class M {}' }],
])('%s need no exception', (_what, files) => expect(compare(files, {}).problems).toEqual([]));
