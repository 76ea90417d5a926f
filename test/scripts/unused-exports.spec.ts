import { unusedExports } from '../../scripts/check/exports/unused.mjs';

const HOME = 'libs/ledger/src/home.ts';
const PLANTED = `${HOME}:1: no other file uses the export planted.`;
/** Problems when a module exports `planted` and `files` are the others. */
const found = (files: Record<string, string>, home = 'export const planted = 1;', others: string[] = []): string[] =>
  unusedExports({ [HOME]: home, ...files }, others);

describe('an export is refused that', () => {
  it.each([
    ['export const planted = 1;'],
    ['export function planted(): void {}'],
    ['export class planted {}'],
    ['export interface planted {}'],
    ['export type planted = string;'],
    ['export enum planted { a }'],
    ['const planted = 1; export { planted };'],
    ['const inner = 1; export { inner as planted };'],
    ['export const { planted } = { planted: 1 };'],
    ['export const planted = 1; planted.toFixed();'],
  ])('only its own file uses: %s', (home) => expect(found({}, home)).toEqual([PLANTED]));

  it('nobody imports, although another file has the name, too', () =>
    expect(found({ 'libs/ledger/src/other.ts': 'const planted = 2; void planted;' })).toEqual([PLANTED]));

  it('a file of the same name in another folder has', () =>
    expect(
      found({
        'libs/billing/src/home.ts': 'export const planted = 1;',
        'libs/billing/src/use.ts': "import { planted } from './home.js';",
      }),
    ).toEqual([PLANTED]));

  it('an index passes on and nobody imports', () => {
    const passes = (text: string): string[] => found({ 'libs/ledger/src/index.ts': text });
    expect(passes("export { planted as passed } from './home.js';")).toEqual([
      PLANTED,
      'libs/ledger/src/index.ts:1: no other file uses the export passed.',
    ]);
    expect(passes("export * from './home.js';")).toEqual([PLANTED]);
  });
});

describe('an export is used by', () => {
  it.each([
    ["import { planted } from './home.js';"],
    ["import { planted as mine } from './home.js';"],
    ["import type { planted } from './home.js';"],
    ["import * as home from './home.js';"],
    ["const page = import('./home.js');"],
    ["type Home = typeof import('./home.js');"],
    ["const home = jest.requireActual<object>('./home.js');"],
  ])('a neighbour: %s', (text) => expect(found({ 'libs/ledger/src/use.tsx': text })).toEqual([]));

  it('another lib through the index, whatever the index calls it', () =>
    expect(
      found({
        'libs/ledger/src/index.ts': "export { planted as passed } from './home.js';",
        'libs/billing/src/use.ts': "import { passed } from '@portal/ledger';",
      }),
    ).toEqual([]));

  it('another lib through a part', () =>
    expect(
      found({
        'libs/platform/src/jobs/index.ts': "export * from '../../../ledger/src/home.js';",
        'libs/billing/src/use.ts': "import { planted } from '@portal/platform/jobs';",
      }),
    ).toEqual([]));

  it('a script that works with what is built', () => expect(found({}, undefined, ['load().planted()'])).toEqual([]));

  it('an import of the published contract', () =>
    expect(found({ 'libs/contract/src/index.ts': "export { planted } from '../../ledger/src/home.js';" })).toEqual([]));
});

it('an index passes on every event of its lib', () =>
  expect(
    unusedExports({
      'libs/ledger/src/events.ts': 'export const Posted = 1;',
      'libs/ledger/src/emit.ts': "import { Posted } from './events.js';",
      'libs/ledger/src/index.ts': "export { Posted } from './events.js';",
    }),
  ).toEqual([]));

it('an entity is loaded by the name of its file', () =>
  expect(unusedExports({ 'libs/ledger/src/x.entity.ts': 'export class X {}' })).toEqual([]));
