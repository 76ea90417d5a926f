import { isOutdatedPlan, namesOf, StatementNames } from './statement-names.js';

describe('names of frequent statements', () => {
  it('are given at the third use, and do not change', () => {
    const names = new StatementNames();
    expect([1, 2, 3, 4].map(() => names.of('select 1'))).toEqual([undefined, undefined, 'often_1', 'often_1']);
    expect([1, 2, 3].map(() => names.of('select 2')).at(-1)).toBe('often_2');
    expect(names.of('select 1')).toBe('often_1');
  });

  it('are not given to texts that are new each time, however many', () => {
    const names = new StatementNames();
    for (let n = 0; n < 5_000; n++) expect(names.of(`select ${n}`)).toBeUndefined();
    names.of('select one');
    names.of('select one');
    expect(names.of('select one')).toBe('often_1');
  });

  it('are given to a limited number of statements', () => {
    const names = new StatementNames();
    const given = new Set<string | undefined>();
    for (let n = 0; n < 400; n++) for (let time = 0; time < 4; time++) given.add(names.of(`select ${n}`));
    given.delete(undefined);
    expect(given.size).toBe(150);
    expect(names.of('select 0')).toBe('often_1');
  });

  it('are new after the old name was dropped', () => {
    const names = new StatementNames();
    for (let time = 0; time < 3; time++) names.of('select 1');
    names.discard('select 1');
    expect([1, 2, 3].map(() => names.of('select 1'))).toEqual([undefined, undefined, 'often_2']);
  });

  it('belong to the connections of one source', () => {
    const [a, b] = [{}, {}];
    expect(namesOf(a)).toBe(namesOf(a));
    expect(namesOf(a)).not.toBe(namesOf(b));
  });

  it.each([
    [{ code: '0A000', message: 'cached plan must not change result type' }, true],
    [{ code: '0A000', message: 'cannot set transaction mode' }, false],
    [{ code: '42P01', message: 'cached plan' }, false],
    [new Error('lost'), false],
  ])('recognise the error %p as outdated: %s', (error, outdated) => expect(isOutdatedPlan(error)).toBe(outdated));
});
