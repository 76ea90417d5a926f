import { queryOptions, useQuery } from '@tanstack/react-query';
import { setActsFor } from './acts-for.js';
import { call } from './client.js';
import type { ApiError } from './errors.js';
import type { MeView, WhoAmIView } from './schema.js';
import { learnTestClock } from '../lib/server-time.js';

export type Area = Me['areas'][number];

export type Me = MeView;

/** Rights of a member of an organisation beyond reading. */
export type MemberCapability = Me['member_may'][number];

export const ME = '/api/v1/session';

/** The signed-in person; null without one. Reading it also sets the clock that pages use. */
export const meQuery = queryOptions<Me | null, ApiError>({
  queryKey: [ME],
  queryFn: async ({ signal }) => {
    const { me, clock_offset_ms, demo } = await call<WhoAmIView>('GET', ME, { signal });
    learnTestClock(clock_offset_ms);
    hasDemo = demo;
    if (me) setActsFor(me.acts_for);
    return me;
  },
  staleTime: 30_000,
});

let hasDemo = false;
/** Whether there are demo persons to sign in as; false before it is known. */
export function useDemo(): boolean {
  return useQuery(meQuery).isSuccess && hasDemo;
}

/** The signed-in person; null without one, and before it is known. */
export function useMe(): Me | null {
  return useQuery(meQuery).data ?? null;
}
