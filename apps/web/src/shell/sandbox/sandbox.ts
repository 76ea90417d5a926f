import { queryOptions, useQuery } from '@tanstack/react-query';
import { call } from '../../api/client.js';
import { ApiError } from '../../api/errors.js';
import { useMe } from '../../api/session.js';
import type { SandboxView } from '../../api/schema.js';
import { learnTestClock } from '../../lib/server-time.js';

/** The test clock and the addresses of the sandbox; reading it also sets the clock that pages use. */
export const sandboxQuery = queryOptions<SandboxView, ApiError>({
  queryKey: ['/api/v1/sandbox', {}, {}],
  queryFn: async ({ signal }) => {
    const view = await call<SandboxView>('GET', '/api/v1/sandbox', { signal });
    learnTestClock(view.offset_ms);
    return view;
  },
});

/** Undefined in production or without a session. */
export function useSandbox(): SandboxView | undefined {
  const me = useMe();
  return useQuery({ ...sandboxQuery, enabled: me?.mode === 'sandbox', refetchInterval: 60_000 }).data;
}

/** Where a Drive at `origin` serves its manifest. */
export function manifestUrlOf(origin: string): string {
  return new URL('/api/platform/drive/manifest', origin).href;
}
