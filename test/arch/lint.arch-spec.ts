import { execFileSync } from 'node:child_process';
import path from 'node:path';

const ROOT = path.resolve(__dirname, '../..');
const FEATURE = 'libs/platform/src/audit/planted.ts';
const PAGE = 'apps/web/src/features/planted.tsx';
const SHOWN = 'apps/web/src/features/planted-texts.tsx';
const CATALOGUE = 'apps/web/src/features/planted/texts.ts';
const TEST = 'libs/platform/src/audit/planted.spec.ts';
const JOURNEY = 'test/e2e/planted.e2e-spec.ts';
const ADAPTER = 'libs/platform/src/outbound/planted.ts';

const AMBIENT = `
import http from 'node:http';
export { IsISO8601, IsOptional } from 'class-validator';
export { PartialType } from '@nestjs/swagger';
import { request } from 'undici';
import { randomBytes, randomUUID } from 'node:crypto';
export const ambient = [Date.now(), new Date(), Math.random(), randomUUID(), randomBytes(1), fetch('https://a.co'), globalThis.fetch];
http.get('http://x');
void request('http://x');
`;
/** One violation of every other rule. */
const CARELESS = `
async function later(): Promise<void> {}
export async function planted(kind: 'a' | 'b', loose: any): Promise<void> {
  later();
  [1].forEach(async () => later());
  await 1;
  switch (kind) { case 'a': break; }
  if (kind == loose) eval('1');
  if (1) debugger;
  var unused = 1;
  let never = 2;
  const told = never;
  later().catch(() => told); // eslint-disable-line eqeqeq
}
export class Needy {
  constructor(readonly a: 1, readonly b: 1, readonly c: 1, readonly d: 1, readonly e: 1, readonly f: 1, readonly g: 1, readonly h: 1) {}
}
export class Content {
  constructor(readonly a: 1, readonly b: 1, readonly c: 1, readonly d: 1, readonly e: 1, readonly f: 1, readonly g: 1) {}
}
`;
const TYPED_RULES = `no-floating-promises no-misused-promises switch-exhaustiveness-check no-explicit-any no-unused-vars
  await-thenable`.split(/\s+/);
const CARELESS_RULES = [
  ...TYPED_RULES.map((rule) => `@typescript-eslint/${rule}`),
  ...'max-params no-constant-condition no-debugger no-eval no-var prefer-const eqeqeq'.split(' '),
];
/** Actions that a test may not do directly: measure, wait for a time, start a process. */
const IMPATIENT = `
import { execFileSync, spawn } from 'node:child_process';
for (const end = Date.now() + 1; Date.now() < end; ) setTimeout(() => spawn('true'), 1);
execFileSync('true');
`;
/** Texts that a page shows, each in another way, among words that are for the machine. */
const SPOKEN = `
import type { ReactNode } from 'react';
declare function toast(text: string): void;
const words = { done: 'Ready now', live: 'Still open', code: 'open' };
const column: { id: string; cell: () => ReactNode } = { id: 'state', cell: () => 'unknown' };
export function Planted({ name, count }: { name: string | null; count: number }): ReactNode {
  toast('saved');
  const why = name === 'Nobody else' ? null : \`\${count} are left.\`;
  return (
    <section className="stack stack-4" aria-label="planted" title={name ?? 'none'}>
      Planted words
      <code>drive validate</code>
      {count > 1 ? 'several' : words.live} {why} {column.cell()} {'usd eur'.split(' ')}
    </section>
  );
}
`;
const FOUND = [
  'Ready now',
  'Still open',
  'unknown',
  'saved',
  '9 are left.',
  'planted',
  'none',
  'Planted words',
  'several',
];
/** Private words are allowed in tests. */
const WORDS_RULE = 'id-denylist';
const AMBIENT_RULES = ['no-restricted-syntax', 'no-restricted-imports'];

interface Linted {
  messages: { ruleId: string | null; message: string; severity: number; fatal?: boolean }[];
  /** Rules that hold for this file. */
  on: string[];
}

describe('lint rules', () => {
  let found: Record<string, Linted>;
  const rulesIn = (file: string): (string | null)[] =>
    [...new Set(found[file]!.messages.map(({ ruleId }) => ruleId))].sort();
  const times = (file: string, text: string): number =>
    found[file]!.messages.filter(({ ruleId, message }) => ruleId === text || message === text).length;

  beforeAll(() => {
    const planted = {
      [FEATURE]: AMBIENT + CARELESS,
      [PAGE]: AMBIENT + CARELESS,
      [SHOWN]: SPOKEN,
      [CATALOGUE]: "export const texts = { title: 'Ready now' } as const;",
      [TEST]: AMBIENT + CARELESS,
      [JOURNEY]: IMPATIENT,
      [ADAPTER]: AMBIENT,
    };
    found = JSON.parse(
      execFileSync(process.execPath, [path.join(ROOT, 'test/support/lint-planted.mjs')], {
        cwd: ROOT,
        input: JSON.stringify(planted),
        encoding: 'utf8',
      }),
    ) as Record<string, Linted>;
  });

  it('each refuse their planted violation in a feature', () => {
    expect(rulesIn(FEATURE).filter((rule) => rule !== null)).toEqual(found[FEATURE]!.on.sort());
    expect(found[FEATURE]!.on.sort()).toEqual([...CARELESS_RULES, ...AMBIENT_RULES, WORDS_RULE].sort());
  });

  it('refuse ambient time, chance and network in a feature, by whatever name', () => {
    expect(times(FEATURE, 'Use the Clock port.')).toBe(2);
    expect(times(FEATURE, 'Use the Random port.')).toBe(2);
    expect(times(FEATURE, 'Use the Ids port.')).toBe(1);
    expect(times(FEATURE, 'no-restricted-imports')).toBe(5);
    expect(found[FEATURE]!.messages.filter(({ message }) => message.includes('Use the OutboundClient.'))).toHaveLength(
      4,
    );
  });

  it('refuse the decorators that let null through', () =>
    expect(found[FEATURE]!.messages.filter(({ message }) => message.includes('MayBeAbsent'))).toHaveLength(2));

  it.each([
    [PAGE, [...CARELESS_RULES, WORDS_RULE]],
    [TEST, CARELESS_RULES],
  ])('apply in %s, which may use time, chance and network', (file, rules) =>
    expect(rulesIn(file).filter((rule) => rule !== null)).toEqual([...rules].sort()),
  );

  it('require that a test waits and starts processes through test/support', () => {
    expect(times(JOURNEY, 'no-restricted-syntax')).toBe(2);
    expect(times(JOURNEY, 'no-restricted-imports')).toBe(1);
  });

  it('do not apply to the adapters behind the ports', () => expect(found[ADAPTER]!.messages).toEqual([]));

  it('find every text that a page shows outside the catalogues, and no other word', () => {
    expect(rulesIn(SHOWN)).toEqual(['portal/interface-texts']);
    expect(found[SHOWN]!.messages.map(({ message }) => /“(.*)”/.exec(message)?.[1])).toEqual(FOUND);
    expect(found[CATALOGUE]!.messages).toEqual([]);
  });

  it('refuse the eighth argument of a constructor, and no seventh', () => expect(times(FEATURE, 'max-params')).toBe(1));

  it('find a comment that disables an unknown rule', () =>
    expect(found[FEATURE]!.messages.filter(({ message }) => message.startsWith('Unused eslint-disable'))).toHaveLength(
      1,
    ));

  it('parse every planted file', () => {
    for (const { messages } of Object.values(found)) {
      expect(messages.filter(({ fatal }) => fatal)).toEqual([]);
      expect(messages.filter(({ severity }) => severity !== 2)).toEqual([]);
    }
  });
});
