import { useQueryClient } from '@tanstack/react-query';
import { useRouter } from '@tanstack/react-router';
import { call } from '../api/client.js';
import { ME } from '../api/session.js';

/** Ends the session and forgets everything that was read with it. */
export function useSignOut(): () => void {
  const client = useQueryClient();
  const router = useRouter();
  return () => {
    void call('POST', '/api/v1/auth/sign-out', { body: {} })
      .catch(() => null)
      .then(async () => {
        await router.navigate({ to: '/' });
        client.clear();
        client.setQueryData([ME], null);
        await router.invalidate();
      });
  };
}

/** After signing in as somebody: nothing read before may be shown to them. */
export function useEnter(): (to: string) => Promise<void> {
  const client = useQueryClient();
  const router = useRouter();
  return async (to) => {
    client.clear();
    await router.invalidate();
    await router.navigate({ href: to });
  };
}
