import { readFileSync } from 'node:fs';
import path from 'node:path';
import { findStatus, upgradeReason, vocabulary, type ShownCode, type StatusKind } from './vocabulary.js';

const tones = ['neutral', 'info', 'ok', 'warn', 'bad', 'special'];
const entries = Object.entries(vocabulary).flatMap(([kind, codes]) =>
  Object.entries(codes).map(([code, text]) => ({ kind, code, text })),
);

it('every status has a name, who acts and what happens next', () => {
  expect(entries.length).toBeGreaterThan(100);
  for (const { kind, code, text } of entries) {
    expect({ kind, code, ok: text.badge.length > 0 && text.badge.length <= 32 && text.next.endsWith('.') }).toEqual({
      kind,
      code,
      ok: true,
    });
    expect(tones).toContain(text.tone);
  }
});

it('a status that waits for the author or the operator does not look finished', () => {
  const waiting = entries.filter(
    ({ kind, text }) => ['author', 'operator'].includes(text.who) && text.tone === 'ok' && kind !== 'application',
  );
  expect(waiting).toEqual([]);
});

it('unknown words and the properties of every object are not found', () => {
  expect(findStatus('install', 'no_such_state')).toBeNull();
  expect(findStatus('install', 'constructor')).toBeNull();
  expect(findStatus('install', 'active')?.badge).toBe('Active');
});

it('the reasons of an upgrade have a sentence, and an unknown code is shown', () => {
  expect(upgradeReason('baa_required')).toBe(
    'It needs a business-associate agreement (BAA) that is not on file for your organisation.',
  );
  expect(upgradeReason('no_such_reason')).toBe('no_such_reason');
  expect(upgradeReason('constructor')).toBe('constructor');
});

interface Property {
  enum?: string[];
}
const api: { components: { schemas: Record<string, { properties?: Record<string, Property> }> } } = JSON.parse(
  readFileSync(path.resolve('docs/openapi.json'), 'utf8'),
);
const described = Object.entries(api.components.schemas).flatMap(([name, { properties }]) =>
  properties?.['state']?.enum ? [[name, properties['state'].enum] as const] : [],
);

it.each(described)('every state of %s has words of one kind', (_name, codes) => {
  const kinds = Object.keys(vocabulary) as StatusKind[];
  expect(kinds.filter((kind) => codes.every((code) => findStatus(kind, code)))).not.toEqual([]);
});

it('a view whose state has no word of its kind does not compile', () => {
  const shown = <K extends StatusKind, C extends string>(_kind: K, code: ShownCode<K, C>): string => code;
  const state = 'paused' as 'draft' | 'paused';
  expect(shown('run', state)).toBe('paused');
  // @ts-expect-error: a draft is no state of an install
  expect(shown('install', state)).toBe('paused');
});

it('every event of a clause of the agreement has words', () => {
  const codes = api.components.schemas['ClauseDifferenceView']?.properties?.['change']?.enum ?? [];
  expect(codes).toHaveLength(4);
  for (const code of codes) expect([code, findStatus('clause', code)]).not.toEqual([code, null]);
});

it('whose secret signs and who bills have words', () => {
  const codes = (name: string, field: string): string[] =>
    api.components.schemas[name]?.properties?.[field]?.enum ?? [];
  expect(codes('DriveKeyScopeView', 'scope').filter((code) => !findStatus('key_scope', code))).toEqual([]);
  expect(codes('CardView', 'billing_model').filter((code) => !findStatus('billing_model', code))).toEqual([]);
  expect(codes('DriveKeyScopeView', 'scope').length + codes('CardView', 'billing_model').length).toBe(6);
});

it('every anomaly and unpaid reason of a run and the decisions about them have words', () => {
  const { properties = {} } = api.components.schemas['UnusualPayoutView']!;
  const kinds = (properties['kinds'] as { items?: { enum?: string[] } }).items?.enum ?? [];
  const decisions = properties['suggested']?.enum ?? [];
  expect([kinds.length > 20, decisions.length]).toEqual([true, 3]);
  expect(kinds.filter((code) => !findStatus('run_exception', code))).toEqual([]);
  expect(decisions.filter((code) => !findStatus('run_decision', code))).toEqual([]);
});

it('every class of change and every level of finding has words', () => {
  const levels = (name: string): string[] => api.components.schemas[name]?.properties?.['level']?.enum ?? [];
  expect(levels('ChangeView').filter((code) => !findStatus('effect', code))).toEqual([]);
  expect(levels('FindingView').filter((code) => !findStatus('level', code))).toEqual([]);
  expect(levels('ChangeView').length + levels('FindingView').length).toBeGreaterThan(5);
});
