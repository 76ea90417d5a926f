import { Button } from '@mantine/core';
import type { ReactNode } from 'react';
import { useRemove } from '../../../api/hooks.js';
import { SendError } from '../../../components/feedback/states.js';
import { texts } from '../texts.js';

/** Revokes an API token. */
export function EndToken({
  path,
  id,
}: {
  path: '/api/v1/admin/host-tokens/{id}' | '/api/v1/author/api-tokens/{id}' | '/api/v1/api-tokens/{id}';
  id: string;
}): ReactNode {
  const end = useRemove(path, { path: { id }, toast: texts.endToken.toast });
  return (
    <>
      <Button variant="default" loading={end.isPending} onClick={() => end.mutate()}>
        {texts.endToken.end}
      </Button>
      <SendError error={end.error} />
    </>
  );
}
