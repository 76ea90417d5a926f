import { useNavigate, useSearch } from '@tanstack/react-router';
import { call } from '../../api/client.js';
import type { Search } from '../../lib/url-state.js';

/** After a decision: opens the next case of the list that one came from, else that list. */
export function useNextCase(list: 'submissions' | 'applications', id: string): () => Promise<void> {
  const navigate = useNavigate();
  const { party, kind, due, sort }: Search = useSearch({ strict: false });
  const filters = list === 'submissions' ? { party, kind, due, sort } : { party, due };
  const search: Search = { ...filters, tab: list === 'submissions' ? undefined : list };
  return async () => {
    const query = list === 'submissions' ? { ...filters, sort: sort ?? 'worst', claimed: 'free' } : filters;
    const { items } = await call<{ items: { id: string }[] }>('GET', `/api/v1/review/${list}`, { query });
    const next = items.find((one) => one.id !== id);
    await navigate(next ? { to: `/review/${list}/$id`, params: { id: next.id }, search } : { to: '/review', search });
  };
}
