import { useQueryClient } from '@tanstack/react-query';
import { useRouter } from '@tanstack/react-router';
import { setActsFor } from '../../api/acts-for.js';
import { call } from '../../api/client.js';
import { ME, meQuery } from '../../api/session.js';

const isOfPages = ({ queryKey }: { queryKey: readonly unknown[] }): boolean => queryKey[0] !== ME;

/** Ends the session, clears everything that was read with it, and goes to `href`. */
export function useSignOut(href = '/'): () => void {
  const client = useQueryClient();
  const router = useRouter();
  return () => {
    void call('POST', '/api/v1/auth/sign-out', { body: {} })
      .catch(() => null)
      .then(async () => {
        await router.navigate({ href });
        client.clear();
        setActsFor(null);
        client.setQueryData([ME], null);
        await router.invalidate();
      });
  };
}

/**
 * After signing in as somebody, or beginning to act for another organisation: nothing read before may be shown to them.
 * Without a wanted page it begins at the home of their first area.
 */
export function useEnter(): (to: string) => Promise<void> {
  const client = useQueryClient();
  const router = useRouter();
  return async (to) => {
    setActsFor(null);
    client.removeQueries({ type: 'inactive', predicate: isOfPages });
    const me = await client.fetchQuery({ ...meQuery, staleTime: 0 });
    // The screen is reset: otherwise it would still show its old content where the address stays.
    void client.resetQueries({ predicate: isOfPages });
    await router.invalidate();
    const [area] = me?.areas ?? [];
    // Menus with their icons are no part of the first page.
    const { areaNav } = await import('../navigation/nav.js');
    // Whose roles wait for a second factor sets it up first.
    const start = area ? areaNav[area].home : me?.withheld_roles.length ? '/account' : to;
    await router.navigate({ href: to === '/' ? start : to });
  };
}
