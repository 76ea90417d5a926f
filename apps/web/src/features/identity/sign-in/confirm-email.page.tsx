import { Button, TextInput } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import type { FormEvent, ReactNode } from 'react';
import { useSend } from '../../../api/hooks.js';
import { Page } from '../../../components/layout/page.js';
import { Alert, SendError } from '../../../components/feedback/states.js';
import { useForm } from '../../../lib/use-form.js';
import { useUrlState } from '../../../lib/url-state.js';

/** Where the mailed link leads. Opening it confirms nothing: programs that look through mail open links too. */
export function ConfirmEmailPage(): ReactNode {
  const [token] = useUrlState('token');
  const confirm = useSend('/api/v1/auth/confirm-email');
  if (confirm.data) {
    return (
      <Page title="Confirm your email address">
        <Alert tone="ok" urgent>
          Your email address is confirmed.
        </Alert>
        <p>
          <Link to="/sign-in">Sign in</Link>
        </p>
      </Page>
    );
  }
  return (
    <Page title="Confirm your email address">
      <div className="card stack form">
        <p>Someone, probably you, signed up with this email address.</p>
        <SendError error={confirm.error} />
        <div>
          <Button loading={confirm.isPending} onClick={() => confirm.mutate({ token })}>
            Confirm address
          </Button>
        </div>
      </div>
      {confirm.error ? <NewLink /> : null}
    </Page>
  );
}

/** Answers the same for every address, so it says nothing about who has an account. */
function NewLink(): ReactNode {
  const resend = useSend('/api/v1/auth/resend-confirmation');
  const form = useForm({ email: '' }, resend.error);
  const submit = (event: FormEvent): void => {
    event.preventDefault();
    resend.mutate({ email: form.values.email });
  };
  if (resend.data)
    return (
      <Alert tone="ok" urgent>
        If this address has an unconfirmed account, we sent a new link.
      </Alert>
    );
  return (
    <form className="card stack form" onSubmit={submit} noValidate>
      <SendError error={resend.error} rest={form.rest} />
      <TextInput label="E-mail" type="email" autoComplete="username" {...form.field('email')} />
      <div>
        <Button type="submit" variant="default" loading={resend.isPending}>
          Send a new link
        </Button>
      </div>
    </form>
  );
}
