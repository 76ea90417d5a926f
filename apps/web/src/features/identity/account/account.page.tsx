import { useState } from 'react';
import { useMe } from '../../../api/session.js';
import { LinkButton } from '../../../components/layout/link-button.js';
import { Card, Facts, Page } from '../../../components/layout/page.js';
import { ApiTokensCard } from '../api-tokens/api-tokens.js';
import { SecondFactorCard } from './second-factor.js';
import { SessionsCard } from './sessions.js';
import { texts } from '../texts.js';
import { common } from '../../../text/common.js';
import { Button } from '@mantine/core';
import { useSend } from '../../../api/hooks.js';
import { SendError } from '../../../components/feedback/feedback.js';
import { useForm, submitting } from '../../../lib/use-form.js';
import { PasswordField } from '../../../components/forms/password-field.js';
import { KeptTokens, SharedTokensChoice } from '../recovery/shared-tokens.js';

/** One's own account: who one is here, how one signs in, where one is signed in. */
export function AccountPage() {
  const me = useMe();
  return (
    <Page
      title={common.yourAccount}
      actions={
        <LinkButton to="/account/invitations" variant="default">
          {texts.operatorInvitations.title}
        </LinkButton>
      }
    >
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
        <SecondFactorCard />
        <SessionsCard />
        <PasswordCard />
        {me ? <ApiTokensCard me={me} /> : null}
      </div>
    </Page>
  );
}

const EMPTY = { current_password: '', password: '' };

/** A new password for a person who knows the present one. */
function PasswordCard() {
  const change = useSend('/api/v1/account/password', {
    toast: texts.password.toast,
    onDone: () => form.set(EMPTY),
  });
  const [shared, setShared] = useState(false);
  const form = useForm(EMPTY, change.error);
  return (
    <Card title={common.passwordLabel}>
      <form
        className="stack form"
        onSubmit={submitting(() => change.mutate({ ...form.values, end_shared_tokens: shared }))}
        noValidate
      >
        <SendError error={change.error} rest={form.rest} />
        <PasswordField
          label={texts.password.currentPasswordLabel}
          autoComplete="current-password"
          {...form.field('current_password')}
        />
        <PasswordField
          label={common.newPassword}
          description={texts.password.newPasswordHelp}
          autoComplete="new-password"
          {...form.field('password')}
        />
        <SharedTokensChoice checked={shared} onChange={setShared} />
        <div>
          <Button type="submit" variant="default" loading={change.isPending}>
            {common.changePassword}
          </Button>
        </div>
        {change.data ? <KeptTokens tokens={change.data.kept_tokens} /> : null}
      </form>
    </Card>
  );
}
