import { Button, TextInput } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { useSend } from '../../../api/hooks.js';
import { Page } from '../../../components/layout/page.js';
import { Alert, SendError } from '../../../components/feedback/feedback.js';
import { keepReturnTo } from '../../../lib/return-to.js';
import { useUrlState } from '../../../lib/url-state.js';
import { useForm, submitting } from '../../../lib/use-form.js';
import { useSandbox } from '../../../shell/sandbox/sandbox.js';
import { texts } from '../texts.js';
import { common } from '../../../text/common.js';

/** Asks for a mail. The answer is the same for every address. */
export function ForgotPasswordPage() {
  const sandbox = useSandbox();
  const [to] = useUrlState('to');
  const ask = useSend('/api/v1/auth/password-reset', { onDone: () => keepReturnTo(to) });
  const form = useForm({ email: '' }, ask.error);
  return (
    <Page title={texts.forgotPassword.title}>
      {ask.data ? (
        <Alert tone="info" urgent>
          {texts.forgotPassword.notice(form.values.email, Boolean(sandbox))}
        </Alert>
      ) : null}
      <form
        className="card stack form alone"
        onSubmit={submitting(() => ask.mutate({ email: form.values.email }))}
        noValidate
      >
        <SendError error={ask.error} rest={form.rest} />
        <TextInput label={common.email} type="email" autoComplete="username" {...form.field('email')} />
        <div className="row">
          <Button type="submit" loading={ask.isPending}>
            {texts.forgotPassword.sendResetLink}
          </Button>
          <Link to="/sign-in" search={{ to: to || undefined }}>
            {common.signInInstead}
          </Link>
        </div>
      </form>
    </Page>
  );
}
