import { AppError } from '@portal/kernel';
import { assertExpectedVersion, NOTHING_YET, revisionOf, type Facts } from './revision.js';

const AT = new Date('2026-11-22T14:03:00Z');
const refusalOf = async (
  ...[revision, now, wanted]: [string | undefined, Facts | null, Facts]
): Promise<AppError | null> => {
  const asked = assertExpectedVersion(revision, now, wanted, () => Promise.resolve({ by: 'Dana', at: AT }));
  return asked.then(
    () => null,
    (error: unknown) => error as AppError,
  );
};

describe('a revision', () => {
  it('is equal for equal facts in any order, and different for any others', () => {
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

  it('lets the current state be overwritten, and refuses another with both values of each difference, who changed it and when', async () => {
    const now = { name: 'Acme', city: 'Oslo', vat: null };
    expect(await refusalOf(revisionOf(now), now, { name: 'Mine' })).toBeNull();
    const error = await refusalOf('0123456789abcdef', now, { name: 'Mine', city: 'Oslo', vat: 'NO1' });
    expect(error).toMatchObject({ code: 'changed_meanwhile', status: 409 });
    expect(error!.details).toEqual([
      { pointer: '/name', code: 'now', message: 'Now: “Acme”.' },
      { pointer: '/name', code: 'you', message: 'You wrote: “Mine”.' },
      { pointer: '/vat', code: 'now', message: 'Now: nothing.' },
      { pointer: '/vat', code: 'you', message: 'You wrote: “NO1”.' },
      { pointer: '/revision', code: 'revision', message: revisionOf(now) },
      { pointer: '/revision', code: 'changed_by', message: 'Dana' },
      { pointer: '/revision', code: 'changed_at', message: '2026-11-22T14:03:00.000Z' },
    ]);
  });

  it('is not required when nothing would change, and nothing may be overwritten without one', async () => {
    const now = { name: 'Acme', tags: ['a', 'b'], on: true };
    expect(await refusalOf(undefined, now, { tags: ['b', 'a'] })).toBeNull();
    expect(await refusalOf(undefined, null, { name: 'First' })).toBeNull();
    expect((await refusalOf(undefined, now, { on: false }))?.code).toBe('changed_meanwhile');
    expect((await refusalOf(revisionOf(now), null, { on: false }))?.code).toBe('changed_meanwhile');
  });

  it('names nobody when a change was not recorded, and the author of a change is only looked up for a refusal', async () => {
    const now = { name: 'Acme' };
    const unknown = assertExpectedVersion('0123456789abcdef', now, { name: 'Mine' }, () => Promise.resolve(undefined));
    const { details } = await unknown.then(
      () => ({ details: [] }),
      (error: unknown) => error as AppError,
    );
    expect(details.map(({ code }) => code)).toEqual(['now', 'you', 'revision']);
    const never = (): never => {
      throw new Error('asked who');
    };
    await assertExpectedVersion(revisionOf(now), now, { name: 'Mine' }, never);
    await assertExpectedVersion(undefined, now, { name: 'Acme' }, never);
  });
});
