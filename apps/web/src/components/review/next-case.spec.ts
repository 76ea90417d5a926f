import { nextAfter, nextOf } from './next-case.js';

describe('the next case after a decision', () => {
  const filters = { party: 'all', kind: 'update', due: 'overdue', sort: 'waiting', claimed: 'mine' };

  it('is of the list with every filter that one came with', () => {
    const { search, query } = nextOf('submissions', filters);
    expect(query).toEqual(filters);
    expect(search).toEqual({ ...filters, tab: undefined });
    expect(nextOf('applications', filters).query).toEqual({ party: 'all', due: 'overdue', claimed: 'mine' });
    expect(nextOf('applications', filters).search).toMatchObject({ claimed: 'mine', tab: 'applications' });
  });

  it('is one that nobody has, where the list is of whoever has it', () => {
    const { search, query } = nextOf('submissions', {});
    expect(query.claimed).toBe('free');
    expect(search.claimed).toBeUndefined();
  });

  it('is of appeals one that nobody has and that the reader may decide', () => {
    expect(nextOf('applications/appeals', filters)).toEqual({ search: { tab: 'appeals' }, query: {} });
    const hold = { holder: 'Sam' };
    const others = [{ id: 'a' }, { id: 'b', own_decision: true }, { id: 'c', refused_by_you: true }, { id: 'd', hold }];
    expect(nextAfter(others, 'a')).toBeUndefined();
    expect(nextAfter([...others, { id: 'e', hold: null }], 'a')).toMatchObject({ id: 'e' });
    expect(nextAfter(others, 'a', 'others')).toMatchObject({ id: 'd' });
  });
});
