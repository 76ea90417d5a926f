import type { ReactNode } from 'react';
import { useMe } from '../../../api/session.js';
import { Card, Facts, Page } from '../../../components/layout/page.js';
import { ApiTokensCard } from '../api-tokens/api-tokens.js';
import { OperatorInvitations } from './operator-invitations.js';
import { PasswordCard } from './password.js';
import { SecondFactorCard } from './second-factor.js';
import { SessionsCard } from './sessions.js';
import { texts } from '../texts.js';
import { common } from '../../../text/common.js';

/** One's own account: who one is here, how one signs in, where one is signed in. */
export function AccountPage(): ReactNode {
  const me = useMe();
  return (
    <Page title={common.yourAccount}>
      <div className="stack">
        {me ? (
          <Card title={texts.account.profileTitle}>
            <Facts
              items={{
                name: me.user.name,
                email: me.user.email,
                roles: [...new Set(me.roles.map(({ role }) => role))].join(', ') || texts.account.noneYet,
              }}
            />
          </Card>
        ) : null}
        <OperatorInvitations />
        <SecondFactorCard />
        <SessionsCard />
        <PasswordCard />
        {me ? <ApiTokensCard me={me} /> : null}
      </div>
    </Page>
  );
}
