import { AppError } from '@portal/kernel';
import { assertSeen, NOTHING_YET, revisionOf, type Facts } from './revision.js';

const refusal = (work: () => void): AppError | undefined => {
  try {
    work();
    return undefined;
  } catch (error) {
    return error as AppError;
  }
};

describe('a revision', () => {
  it('is the same for the same facts in any order, and another for any other', () => {
    const one = revisionOf({ name: 'Acme', tags: ['a', 'b'], on: true });
    expect(revisionOf({ on: true, tags: ['a', 'b'], name: 'Acme' })).toBe(one);
    for (const other of <Facts[]>[
      { name: 'acme', tags: ['a', 'b'], on: true },
      { name: 'Acme', tags: ['a,b'], on: true },
      { name: 'Acme', tags: ['a', 'b'], on: false },
      { name: 'Acme', tags: ['a', 'b'], on: true, more: null },
    ])
      expect(revisionOf(other)).not.toBe(one);
    expect(revisionOf(null)).toBe(NOTHING_YET);
  });

  it('that was seen may be written over; another is refused with both values of what differs', () => {
    const now = { name: 'Acme', city: 'Oslo', vat: null };
    expect(() => assertSeen(revisionOf(now), now, { name: 'Mine' })).not.toThrow();
    const error = refusal(() => assertSeen('0123456789abcdef', now, { name: 'Mine', city: 'Oslo', vat: 'NO1' }));
    expect(error).toMatchObject({ code: 'changed_meanwhile', status: 409 });
    expect(error!.details).toEqual([
      { pointer: '/name', code: 'now', message: 'Now: “Acme”.' },
      { pointer: '/name', code: 'you', message: 'You wrote: “Mine”.' },
      { pointer: '/vat', code: 'now', message: 'Now: nothing.' },
      { pointer: '/vat', code: 'you', message: 'You wrote: “NO1”.' },
      { pointer: '/revision', code: 'revision', message: revisionOf(now) },
    ]);
  });

  it('is not asked of who wants what holds already; who saw nothing may not write over something', () => {
    const now = { name: 'Acme', tags: ['a', 'b'], on: true };
    expect(() => assertSeen(undefined, now, { tags: ['b', 'a'] })).not.toThrow();
    expect(() => assertSeen(undefined, null, { name: 'First' })).not.toThrow();
    expect(refusal(() => assertSeen(undefined, now, { on: false }))?.code).toBe('changed_meanwhile');
    expect(refusal(() => assertSeen(revisionOf(now), null, { on: false }))?.code).toBe('changed_meanwhile');
  });
});
