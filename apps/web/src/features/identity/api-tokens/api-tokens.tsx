import { useState } from 'react';
import { useGet, useSend } from '../../../api/hooks.js';
import type { Me } from '../../../api/session.js';
import { Card } from '../../../components/layout/page.js';
import { Resource } from '../../../components/feedback/resource.js';
import { NewTokenForm, TokenReveal, TokenTable } from './token-list.js';
import { texts } from '../texts.js';
import { common } from '../../../text/common.js';

/** Whose tokens only read: their changes are made in a session. */
const STAFF: ReadonlySet<string> = new Set(['reviewer', 'finance', 'admin', 'host']);
const TOKENS = '/api/v1/api-tokens';

/** One's own tokens: they can do what one may do oneself, as long as one may. */
export function ApiTokensCard({ me }: { me: Me }) {
  const tokens = useGet(TOKENS);
  const [secret, setSecret] = useState<string | null>(null);
  const make = useSend(TOKENS, { onDone: (made) => setSecret(made.secret) });
  const kinds = [...new Set(me.roles.map(({ role }) => role))];
  return (
    <Card title={common.apiTokens}>
      <Resource of={tokens} what={texts.apiTokens.names.apiTokens}>
        {({ items }) => <TokenTable rows={items} path="/api/v1/api-tokens/{id}" />}
      </Resource>
      {kinds.length > 0 ? (
        <NewTokenForm
          choices={kinds.map((role) => ({ value: role, label: role, readsOnly: STAFF.has(role) }))}
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
