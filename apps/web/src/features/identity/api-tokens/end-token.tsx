import { Button } from '@mantine/core';
import type { ReactNode } from 'react';
import { useSend } from '../../../api/hooks.js';
import { SendError } from '../../../components/feedback/states.js';
import { useToast } from '../../../components/feedback/toasts.js';

/** Ends an API token that belongs to nobody in person. */
export function EndToken({
  path,
  id,
}: {
  path: '/api/v1/admin/host-tokens/{id}/revoke' | '/api/v1/author/api-tokens/{id}/revoke';
  id: string;
}): ReactNode {
  const toast = useToast();
  const end = useSend(path, { path: { id }, onDone: () => toast('Token revoked.') });
  return (
    <>
      <Button variant="default" loading={end.isPending} onClick={() => end.mutate()}>
        End
      </Button>
      <SendError error={end.error} />
    </>
  );
}
