import { useState } from 'react';
import { useGet, useSend } from '../../../api/hooks.js';
import { Card } from '../../../components/layout/page.js';
import { Resource } from '../../../components/feedback/resource.js';
import { NewTokenForm, TokenReveal, TokenTable } from './token-list.js';
import { texts } from '../texts.js';
import { common } from '../../../text/common.js';

const TOKENS = '/api/v1/author/api-tokens';
const ROLES = ['developer', 'finance', 'read_only'] as const;
type TokenRole = (typeof ROLES)[number];
const isRole = (text: string): text is TokenRole => (ROLES as readonly string[]).includes(text);

/** Tokens of the organisation: they stay when their creator leaves. For owners. */
export function TeamTokens() {
  const tokens = useGet(TOKENS);
  const [secret, setSecret] = useState<string | null>(null);
  const make = useSend(TOKENS, { onDone: (made) => setSecret(made.secret) });
  return (
    <Card title={texts.teamTokens.title}>
      <Resource of={tokens} what={common.theApiTokens}>
        {({ items }) => <TokenTable rows={items} path="/api/v1/author/api-tokens/{id}" />}
      </Resource>
      <NewTokenForm
        choices={ROLES.map((value) => ({ value, label: value.replace('_', ' ') }))}
        busy={make.isPending}
        error={make.error}
        onMake={({ choice, ...input }) => (isRole(choice) ? make.mutate({ ...input, member_role: choice }) : undefined)}
      />
      {secret ? <TokenReveal secret={secret} onStored={() => setSecret(null)} /> : null}
    </Card>
  );
}
