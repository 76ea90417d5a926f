import { Button } from '@mantine/core';
import { useNavigate } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { useSend } from '../api/hooks.js';
import type { Schemas } from '../api/types.js';
import { SendError } from './states.js';

type Wish = Schemas['RequestExportBody'];

/** Asks for all rows of a list, narrowed as they are now, as a file; it is made in the background and found under Exports. */
export function ExportList({
  kind,
  query,
  children = 'Export CSV',
}: {
  kind: Wish['kind'];
  /** As the list's own route takes it. */
  query: object;
  children?: ReactNode;
}): ReactNode {
  const navigate = useNavigate();
  const ask = useSend('/api/v1/finance/exports', { onDone: () => void navigate({ to: '/finance/exports' }) });
  const given = Object.entries(query) as [string, string | boolean | undefined][];
  const filter = Object.fromEntries(given.filter((one): one is [string, string | boolean] => one[1] !== undefined));
  return (
    <>
      <SendError error={ask.error} />
      <Button variant="default" loading={ask.isPending} onClick={() => ask.mutate({ kind, format: 'csv', filter })}>
        {children}
      </Button>
    </>
  );
}
