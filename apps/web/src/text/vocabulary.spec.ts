import { readFileSync } from 'node:fs';
import path from 'node:path';
import { findStatus, upgradeReason, vocabulary, type ShownCode, type StatusKind } from './vocabulary.js';

const tones = ['neutral', 'info', 'ok', 'warn', 'bad', 'special'];
const entries = Object.entries(vocabulary).flatMap(([kind, codes]) =>
  Object.entries(codes).map(([code, text]) => ({ kind, code, text })),
);

it('describes for every status what it is called, who acts and what happens next', () => {
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

it('gives no status that waits for the author or the operator a finished look', () => {
  const waiting = entries.filter(
    ({ kind, text }) => ['author', 'operator'].includes(text.who) && text.tone === 'ok' && kind !== 'application',
  );
  expect(waiting).toEqual([]);
});

it('does not find unknown words, nor properties of every object', () => {
  expect(findStatus('install', 'no_such_state')).toBeNull();
  expect(findStatus('install', 'constructor')).toBeNull();
  expect(findStatus('install', 'active')?.badge).toBe('Active');
});

it('has a sentence for the reasons of an upgrade and shows an unknown code', () => {
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

it.each(described)('has words of one kind for every state of %s', (_name, codes) => {
  const kinds = Object.keys(vocabulary) as StatusKind[];
  expect(kinds.filter((kind) => codes.every((code) => findStatus(kind, code)))).not.toEqual([]);
});

it('is compiled only where each state of a view that is shown has a word of its kind', () => {
  const shown = <K extends StatusKind, C extends string>(_kind: K, code: ShownCode<K, C>): string => code;
  const state = 'paused' as 'draft' | 'paused';
  expect(shown('run', state)).toBe('paused');
  // @ts-expect-error: a draft is no state of an install
  expect(shown('install', state)).toBe('paused');
});

it('has words for what happened to a clause of the agreement', () => {
  const codes = api.components.schemas['ClauseDifferenceView']?.properties?.['change']?.enum ?? [];
  expect(codes).toHaveLength(4);
  for (const code of codes) expect([code, findStatus('clause', code)]).not.toEqual([code, null]);
});

it('has words for whose secret signs and for who bills', () => {
  const codes = (name: string, field: string): string[] =>
    api.components.schemas[name]?.properties?.[field]?.enum ?? [];
  expect(codes('DriveKeyScopeView', 'scope').filter((code) => !findStatus('key_scope', code))).toEqual([]);
  expect(codes('CardView', 'billing_model').filter((code) => !findStatus('billing_model', code))).toEqual([]);
  expect(codes('DriveKeyScopeView', 'scope').length + codes('CardView', 'billing_model').length).toBe(6);
});

it('has words for every risk of a case', () => {
  const risks = (api.components.schemas['SubmissionRowView']?.properties?.['risks'] as { items?: { enum?: string[] } })
    .items?.enum;
  expect(risks?.length).toBeGreaterThan(5);
  expect(risks?.filter((code) => !findStatus('risk', code))).toEqual([]);
});

it('has words for every anomaly and unpaid reason of a run, and for the decisions about them', () => {
  const { properties = {} } = api.components.schemas['UnusualPayoutView']!;
  const kinds = (properties['kinds'] as { items?: { enum?: string[] } }).items?.enum ?? [];
  const decisions = properties['suggested']?.enum ?? [];
  expect([kinds.length > 20, decisions.length]).toEqual([true, 3]);
  expect(kinds.filter((code) => !findStatus('run_exception', code))).toEqual([]);
  expect(decisions.filter((code) => !findStatus('run_decision', code))).toEqual([]);
});

it('has words for every class of change and every level of finding', () => {
  const levels = (name: string): string[] => api.components.schemas[name]?.properties?.['level']?.enum ?? [];
  expect(levels('ChangeView').filter((code) => !findStatus('effect', code))).toEqual([]);
  expect(levels('FindingView').filter((code) => !findStatus('level', code))).toEqual([]);
  expect(levels('ChangeView').length + levels('FindingView').length).toBeGreaterThan(5);
});
