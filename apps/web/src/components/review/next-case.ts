import { useNavigate, useSearch } from '@tanstack/react-router';
import { call } from '../../api/client.js';
import type { Search } from '../../lib/url-state.js';

type List = 'submissions' | 'applications';

/** The next case after one: of the list with its filters, of those that nobody has where it names nobody. */
export function nextOf(list: List, { party, kind, due, sort, claimed }: Search): { search: Search; query: Search } {
  const filters: Search = list === 'submissions' ? { party, kind, due, sort, claimed } : { party, due, claimed };
  const tab = list === 'submissions' ? undefined : list;
  return { search: { ...filters, tab }, query: { ...filters, claimed: claimed ?? 'free' } };
}

/** After a decision: opens the next case of the list that one came from, else that list. */
export function useNextCase(list: List, id: string): () => Promise<void> {
  const navigate = useNavigate();
  const { search, query } = nextOf(list, useSearch({ strict: false }));
  return async () => {
    const { items } = await call<{ items: { id: string }[] }>('GET', `/api/v1/review/${list}`, { query });
    const next = items.find((one) => one.id !== id);
    await navigate(next ? { to: `/review/${list}/$id`, params: { id: next.id }, search } : { to: '/review', search });
  };
}
