import type { ApiError } from '../../api/errors.js';
import { useSend } from '../../api/hooks.js';
import { useEnter } from './sign-out.js';

/** Acts for another organisation and shows `to` for it. */
export function useChooseOrganization(
  orgId: string,
  to: string,
): { choose: () => void; busy: boolean; error: ApiError | null } {
  const enter = useEnter();
  const send = useSend('/api/v1/author/organizations/{id}/choose', {
    path: { id: orgId },
    onDone: () => void enter(to),
  });
  return { choose: () => send.mutate(), busy: send.isPending, error: send.error };
}
