import { findStatus, vocabulary } from './vocabulary.js';

const tones = ['neutral', 'info', 'ok', 'warn', 'bad', 'special'];
const entries = Object.entries(vocabulary).flatMap(([kind, codes]) =>
  Object.entries(codes).map(([code, text]) => ({ kind, code, text })),
);

it('says for every status what it is called, who acts and what happens next', () => {
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

it('lets no status that waits for the author or the operator look finished', () => {
  const waiting = entries.filter(
    ({ kind, text }) => ['author', 'operator'].includes(text.who) && text.tone === 'ok' && kind !== 'application',
  );
  expect(waiting).toEqual([]);
});

it('does not find what it does not know, nor what every object has', () => {
  expect(findStatus('install', 'no_such_state')).toBeNull();
  expect(findStatus('install', 'constructor')).toBeNull();
  expect(findStatus('install', 'active')?.badge).toBe('Active');
});
