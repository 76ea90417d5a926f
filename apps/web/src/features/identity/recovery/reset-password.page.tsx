import { Button, PasswordInput } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import type { FormEvent, ReactNode } from 'react';
import { useSend } from '../../../api/hooks.js';
import { Page } from '../../../components/layout/page.js';
import { Alert, SendError } from '../../../components/feedback/states.js';
import { useForm } from '../../../lib/use-form.js';
import { useUrlState } from '../../../lib/url-state.js';

/** Where the mailed link leads. */
export function ResetPasswordPage(): ReactNode {
  const [token] = useUrlState('token');
  const choose = useSend('/api/v1/auth/password-reset/complete');
  const form = useForm({ password: '' }, choose.error);
  const submit = (event: FormEvent): void => {
    event.preventDefault();
    choose.mutate({ token, password: form.values.password });
  };
  if (choose.data) {
    return (
      <Page title="Choose a new password">
        <Alert tone="ok" urgent>
          Password changed. All sessions have ended.
        </Alert>
        <p>
          <Link to="/sign-in">Sign in</Link>
        </p>
      </Page>
    );
  }
  return (
    <Page title="Choose a new password">
      <form className="card stack form" onSubmit={submit} noValidate>
        <SendError error={choose.error} rest={form.rest} />
        <PasswordInput
          label="New password"
          description="At least 12 characters."
          autoComplete="new-password"
          {...form.field('password')}
          visibilityToggleButtonProps={{ 'aria-label': 'Show or hide the password', tabIndex: 0 }}
        />
        <div className="row">
          <Button type="submit" loading={choose.isPending}>
            Change password
          </Button>
          <Link to="/forgot-password">Request a new link</Link>
        </div>
      </form>
    </Page>
  );
}
