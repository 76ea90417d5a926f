import { Button } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import { useSend } from '../../../api/hooks.js';
import { Page } from '../../../components/layout/page.js';
import { Alert, SendError } from '../../../components/feedback/feedback.js';
import { useForm, submitting } from '../../../lib/use-form.js';
import { useUrlState } from '../../../lib/url-state.js';
import { PasswordField } from '../../../components/forms/password-field.js';
import { texts } from '../texts.js';
import { KeptTokens, SharedTokensChoice } from './shared-tokens.js';
import { common } from '../../../text/common.js';

/** Where the mailed link leads. */
export function ResetPasswordPage() {
  const [token] = useUrlState('token');
  const choose = useSend('/api/v1/auth/password-reset/complete');
  const [shared, setShared] = useState(false);
  const form = useForm({ password: '' }, choose.error);
  if (choose.data) {
    return (
      <Page title={texts.resetPassword.title}>
        <Alert tone="ok" urgent>
          {texts.resetPassword.notice}
        </Alert>
        <KeptTokens tokens={choose.data.kept_tokens} />
        <p>
          <Link to="/sign-in">{common.signIn}</Link>
        </p>
      </Page>
    );
  }
  return (
    <Page title={texts.resetPassword.title}>
      <form
        className="card stack form alone"
        onSubmit={submitting(() => choose.mutate({ token, password: form.values.password, end_shared_tokens: shared }))}
        noValidate
      >
        <SendError error={choose.error} rest={form.rest} />
        <PasswordField
          label={common.newPassword}
          description={common.passwordHelp}
          autoComplete="new-password"
          {...form.field('password')}
        />
        <SharedTokensChoice checked={shared} onChange={setShared} />
        <div className="row">
          <Button type="submit" loading={choose.isPending}>
            {common.changePassword}
          </Button>
          <Link to="/forgot-password">{texts.resetPassword.requestANewLink}</Link>
        </div>
      </form>
    </Page>
  );
}
