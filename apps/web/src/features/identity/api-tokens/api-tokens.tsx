import { useState } from 'react';
import type { ReactNode } from 'react';
import { Button } from '@mantine/core';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { call } from '../../../api/client.js';
import type { ApiError } from '../../../api/errors.js';
import { useGet, useSend } from '../../../api/hooks.js';
import type { Me } from '../../../api/session.js';
import { Card } from '../../../components/layout/page.js';
import { Resource } from '../../../components/feedback/resource.js';
import { SendError } from '../../../components/feedback/states.js';
import { NewTokenForm, TokenReveal, TokenTable } from './token-list.js';
import { useToast } from '../../../components/feedback/toasts.js';

const TOKENS = '/api/v1/api-tokens';

/** One's own tokens: they can do what one may do oneself, as long as one may. */
export function ApiTokensCard({ me }: { me: Me }): ReactNode {
  const tokens = useGet(TOKENS);
  const [secret, setSecret] = useState<string | null>(null);
  const make = useSend(TOKENS, { onDone: (made) => setSecret(made.secret) });
  const kinds = [...new Set(me.roles.map(({ role }) => role))];
  return (
    <Card title="API tokens">
      <Resource of={tokens} what="your API tokens">
        {({ items }) => <TokenTable rows={items} end={(token) => <EndToken id={token.id} />} />}
      </Resource>
      {kinds.length > 0 ? (
        <NewTokenForm
          choices={kinds.map((role) => ({ value: role, label: role }))}
          busy={make.isPending}
          error={make.error}
          onMake={({ choice, ...input }) =>
            make.mutate({
              ...input,
              roles: me.roles
                .filter(({ role }) => role === choice)
                .map(({ role, scope_id }) => ({ role, scope_id: scope_id ?? null })),
            })
          }
        />
      ) : null}
      {secret ? <TokenReveal secret={secret} onStored={() => setSecret(null)} /> : null}
    </Card>
  );
}

function EndToken({ id }: { id: string }): ReactNode {
  const toast = useToast();
  const client = useQueryClient();
  const end = useMutation<unknown, ApiError>({
    mutationFn: () => call('DELETE', '/api/v1/api-tokens/{id}', { path: { id } }),
    onSuccess: () => {
      toast('Token revoked.');
      return client.invalidateQueries();
    },
  });
  return (
    <>
      <Button variant="default" loading={end.isPending} onClick={() => end.mutate()}>
        End
      </Button>
      <SendError error={end.error} />
    </>
  );
}
