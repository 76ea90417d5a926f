import { useNavigate, useSearch } from '@tanstack/react-router';
import { call } from '../../api/client.js';
import type { Search } from '../../lib/url-state.js';

type List = 'submissions' | 'applications' | 'appeals' | 'applications/appeals';

/** The next case after one: of the list with its filters, of those that nobody has where it names nobody. */
export function nextOf(list: List, { party, kind, due, sort, claimed }: Search): { search: Search; query: Search } {
  if (list.endsWith('appeals')) return { search: { tab: 'appeals' }, query: {} };
  const filters: Search = list === 'submissions' ? { party, kind, due, sort, claimed } : { party, due, claimed };
  const tab = list === 'submissions' ? undefined : list;
  return { search: { ...filters, tab }, query: { ...filters, claimed: claimed ?? 'free' } };
}

/** Which of a list comes after a case: one that the reader may claim, or works on where the list says so. */
export const nextAfter = (
  items: readonly { id: string; hold?: object | null; own_decision?: boolean; refused_by_you?: boolean }[],
  id: string,
  claimed?: string,
) => items.find((one) => one.id !== id && !one.own_decision && !one.refused_by_you && (claimed || !one.hold));

/** After a decision: opens the next case of the list that one came from, else that list. */
export function useNextCase(list: List, id: string): () => Promise<void> {
  const navigate = useNavigate();
  const { search, query } = nextOf(list, useSearch({ strict: false }));
  const page = list === 'applications/appeals' ? 'applications' : list;
  return async () => {
    const { items } = await call<{ items: Parameters<typeof nextAfter>[0] }>('GET', `/api/v1/review/${list}`, {
      query,
    });
    const next = nextAfter(items, id, query.claimed);
    await navigate(next ? { to: `/review/${page}/$id`, params: { id: next.id }, search } : { to: '/review', search });
  };
}
