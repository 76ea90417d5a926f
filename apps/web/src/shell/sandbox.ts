import { useQuery } from '@tanstack/react-query';
import { call } from '../api/client.js';
import { ApiError } from '../api/errors.js';
import { meQuery } from '../api/session.js';
import { learnTestClock } from '../lib/server-time.js';

export interface SandboxView {
  clock_now: string;
  offset_ms: number;
  reference_drive_url: string | null;
  stripe_sandbox_url: string | null;
}

export const SANDBOX = '/api/v1/sandbox';

/** The test clock and the addresses of the sandbox; undefined in production or when nobody is signed in. */
export function useSandbox(): SandboxView | undefined {
  const me = useQuery(meQuery).data;
  return useQuery<SandboxView, ApiError>({
    queryKey: [SANDBOX],
    queryFn: async ({ signal }) => {
      const view = await call<SandboxView>('GET', SANDBOX, { signal });
      learnTestClock(Number(view.offset_ms));
      return view;
    },
    enabled: me?.mode === 'sandbox',
    refetchInterval: 60_000,
  }).data;
}
