import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { meQuery } from '../../../api/session.js';
import { Card, Facts, Page } from '../../../components/layout/page.js';
import { ApiTokensCard } from '../api-tokens/api-tokens.js';
import { PasswordCard } from './password.js';
import { SecondFactorCard } from './second-factor.js';
import { SessionsCard } from './sessions.js';

/** One's own account: who one is here, how one signs in, where one is signed in. */
export function AccountPage(): ReactNode {
  const me = useQuery(meQuery).data ?? null;
  return (
    <Page title="Your account">
      <div className="stack">
        {me ? (
          <Card title="Profile">
            <Facts
              items={[
                ['Name', me.user.name],
                ['E-mail', me.user.email],
                ['Roles', [...new Set(me.roles.map(({ role }) => role))].join(', ') || 'none yet'],
              ]}
            />
          </Card>
        ) : null}
        <SecondFactorCard />
        <SessionsCard />
        <PasswordCard />
        {me ? <ApiTokensCard me={me} /> : null}
      </div>
    </Page>
  );
}
