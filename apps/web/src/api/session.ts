import { queryOptions, useQuery } from '@tanstack/react-query';
import { setActsFor } from './acts-for.js';
import { call } from './client.js';
import { ApiError } from './errors.js';
import type { MeView } from './schema.js';

export type Area = Me['areas'][number];

export type Me = MeView;

/** Rights of a member of an organisation beyond reading. */
export type MemberCapability = Me['member_may'][number];

export const ME = '/api/v1/me';

/** The signed-in person; null without one. */
export const meQuery = queryOptions<Me | null, ApiError>({
  queryKey: [ME],
  queryFn: async ({ signal }) => {
    try {
      const me = await call<Me>('GET', ME, { signal });
      setActsFor(me.acts_for);
      return me;
    } catch (error) {
      if (error instanceof ApiError && error.status === 401) return null;
      throw error;
    }
  },
  staleTime: 30_000,
});

/** The signed-in person; null without one, and before it is known. */
export function useMe(): Me | null {
  return useQuery(meQuery).data ?? null;
}
