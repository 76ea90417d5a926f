import { Button, TextInput } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { useSend } from '../../../api/hooks.js';
import { Page } from '../../../components/layout/page.js';
import { Alert, SendError } from '../../../components/feedback/feedback.js';
import { useForm, submitting } from '../../../lib/use-form.js';
import { useUrlState } from '../../../lib/url-state.js';
import { ResendConfirmation } from './resend-confirmation.js';
import { PasswordField } from '../../../components/forms/password-field.js';
import { texts } from '../texts.js';
import { common } from '../../../text/common.js';

/** Where the mailed link leads. Opening it confirms nothing: programs that scan mail open links too. */
export function ConfirmEmailPage(): ReactNode {
  const [token] = useUrlState('token');
  const confirm = useSend('/api/v1/auth/confirm-email');
  const form = useForm({ name: '', password: '' }, confirm.error);
  if (confirm.data) {
    return (
      <Page title={texts.confirmEmail.title}>
        <Alert tone="ok" urgent>
          {texts.confirmEmail.emailAddressConfirmedNotice}
        </Alert>
        <p>
          <Link to="/sign-in">{common.signIn}</Link>
        </p>
      </Page>
    );
  }
  return (
    <Page title={texts.confirmEmail.title}>
      <form
        className="card stack form"
        onSubmit={submitting(() => confirm.mutate({ token, ...form.values }))}
        noValidate
      >
        <p>{texts.confirmEmail.explanation}</p>
        <SendError error={confirm.error} rest={form.rest} />
        <TextInput label={common.yourNameLabel} autoComplete="name" {...form.field('name')} />
        <PasswordField
          label={common.passwordLabel}
          description={common.passwordHelp}
          autoComplete="new-password"
          {...form.field('password')}
        />
        <div>
          <Button type="submit" loading={confirm.isPending}>
            {texts.confirmEmail.confirmAddress}
          </Button>
        </div>
      </form>
      {confirm.error?.code === 'confirmation_not_valid' ? <ResendConfirmation email="" ask /> : null}
    </Page>
  );
}
