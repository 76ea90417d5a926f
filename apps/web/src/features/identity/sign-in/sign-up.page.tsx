import { Button, TextInput } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { call } from '../../../api/client.js';
import { useGet, useSend } from '../../../api/hooks.js';
import { Page } from '../../../components/layout/page.js';
import { Alert, SendError } from '../../../components/feedback/feedback.js';
import { keepReturnTo } from '../../../lib/return-to.js';
import { safeReturnTo, useUrlState } from '../../../lib/url-state.js';
import { useForm, submitting } from '../../../lib/use-form.js';
import { useEnter } from '../../../shell/session/sign-out.js';
import { ResendConfirmation } from './resend-confirmation.js';
import { PasswordField } from '../../../components/forms/password-field.js';
import { texts } from '../texts.js';
import { common } from '../../../text/common.js';

/** An account without any role; the next step is what the person came for, else to apply to publish Drives. */
export function SignUpPage() {
  const enter = useEnter();
  const [to] = useUrlState('to');
  const [email] = useUrlState('email');
  const atOnce = useGet('/api/v1/auth/oidc').data?.password_at_sign_up;
  const signUp = useSend('/api/v1/auth/sign-up', {
    send: async ({ email, password }, first) => {
      const made = await first();
      if (made.next === 'sign_in' && password !== undefined)
        await call('POST', '/api/v1/auth/sign-in', { body: { email, password } });
      return made;
    },
    onDone: ({ next }) => (next === 'sign_in' ? void enter(to ? safeReturnTo(to) : '/apply') : keepReturnTo(to)),
  });
  const form = useForm({ name: '', email, password: '' }, signUp.error);
  if (signUp.data?.next === 'confirm_email') {
    return (
      <Page title={common.createAccount}>
        <Alert tone="info" urgent>
          {texts.signUp.notice(form.values.email)}
        </Alert>
        <p>
          <Link to="/sign-in" search={{ to: to || undefined }}>
            {common.signIn}
          </Link>
        </p>
        <ResendConfirmation email={form.values.email} />
      </Page>
    );
  }
  return (
    <Page title={common.createAccount}>
      <form
        className="card stack form alone"
        onSubmit={submitting(() => signUp.mutate(atOnce ? form.values : { email: form.values.email }))}
        noValidate
      >
        <SendError error={signUp.error} rest={form.rest} />
        {atOnce ? <TextInput label={common.yourNameLabel} autoComplete="name" {...form.field('name')} /> : null}
        <TextInput label={common.email} type="email" autoComplete="username" {...form.field('email')} />
        {atOnce ? (
          <PasswordField
            label={common.passwordLabel}
            description={common.passwordHelp}
            autoComplete="new-password"
            {...form.field('password')}
          />
        ) : null}
        <div className="row">
          <Button type="submit" loading={signUp.isPending}>
            {common.createAccount}
          </Button>
          <Link to="/sign-in" search={{ to: to || undefined }}>
            {common.signInInstead}
          </Link>
        </div>
      </form>
    </Page>
  );
}
