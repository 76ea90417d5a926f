import { useState } from 'react';
import type { ReactNode } from 'react';
import { useGet, useSend } from '../../../api/hooks.js';
import { EndToken } from './end-token.js';
import { Card } from '../../../components/layout/page.js';
import { Resource } from '../../../components/feedback/resource.js';
import { NewTokenForm, TokenReveal, TokenTable } from './token-list.js';
import { texts } from '../texts.js';

const TOKENS = '/api/v1/admin/host-tokens';

/** Tokens of the host platform's own services, in nobody's name. */
export function HostTokens(): ReactNode {
  const tokens = useGet(TOKENS);
  const [secret, setSecret] = useState<string | null>(null);
  const make = useSend(TOKENS, { onDone: (made) => setSecret(made.secret) });
  return (
    <Card title={texts.hostTokens.title}>
      <Resource of={tokens} what={texts.hostTokens.names.apiTokens}>
        {({ items }) => (
          <TokenTable rows={items} end={(token) => <EndToken path="/api/v1/admin/host-tokens/{id}" id={token.id} />} />
        )}
      </Resource>
      <NewTokenForm
        busy={make.isPending}
        error={make.error}
        onMake={({ name, access, expires_in_days }) => make.mutate({ name, access, expires_in_days })}
      />
      {secret ? <TokenReveal secret={secret} onStored={() => setSecret(null)} /> : null}
    </Card>
  );
}
