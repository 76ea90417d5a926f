import { Button, PasswordInput, TextInput } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import type { FormEvent, ReactNode } from 'react';
import { fieldErrors } from '../../../api/errors.js';
import { useGet, useSend } from '../../../api/hooks.js';
import { Page } from '../../../components/layout/page.js';
import { Alert, SendError } from '../../../components/feedback/states.js';
import { useForm } from '../../../lib/use-form.js';
import { safeReturnTo, useUrlState } from '../../../lib/url-state.js';
import { useEnter } from '../../../shell/sign-out.js';
import { ResendConfirmation } from './resend-confirmation.js';

/** What the provider's answer led to, in the words of the API. */
const problems: Record<string, string> = {
  oidc_failed: 'Sign-in with the provider failed. Try again.',
  oidc_email_not_verified: 'The provider has not verified your e-mail address. Verify it there, then try again.',
};

/** One form, then the second step where it is on; goes back to the wanted page afterwards. */
export function SignInPage(): ReactNode {
  const [to] = useUrlState('to');
  const enter = useEnter();
  const [input, setInput] = useState({ email: '', password: '' });
  const [carried] = useUrlState('challenge');
  const [problem] = useUrlState('problem');
  const [challenge, setChallenge] = useState<string | null>(carried || null);
  const [resending, setResending] = useState(false);
  const provider = useGet('/api/v1/auth/oidc');
  const done = (): void => void enter(safeReturnTo(to));
  const signIn = useSend('/api/v1/auth/sign-in', {
    onDone: (answer) => (answer.challenge === null ? done() : setChallenge(answer.challenge)),
  });
  const errors = fieldErrors(signIn.error, ['email', 'password']);
  const submit = (event: FormEvent): void => {
    event.preventDefault();
    signIn.mutate(input);
  };
  if (challenge !== null) return <SecondStep challenge={challenge} onDone={done} onAgain={() => setChallenge(null)} />;
  return (
    <Page title="Sign in">
      <form className="card stack form" onSubmit={submit} noValidate>
        {problem ? <Alert tone="bad">{problems[problem] ?? problems.oidc_failed}</Alert> : null}
        {to ? <p className="dim">Sign in to continue.</p> : null}
        <SendError error={signIn.error} rest={errors['']} />
        <TextInput
          label="E-mail"
          type="email"
          autoComplete="username"
          value={input.email}
          error={errors.email}
          onChange={(event) => setInput({ ...input, email: event.currentTarget.value })}
        />
        <PasswordInput
          label="Password"
          autoComplete="current-password"
          value={input.password}
          error={errors.password}
          onChange={(event) => setInput({ ...input, password: event.currentTarget.value })}
          visibilityToggleButtonProps={{ 'aria-label': 'Show or hide the password', tabIndex: 0 }}
        />
        <div className="row">
          <Button type="submit" loading={signIn.isPending}>
            Sign in
          </Button>
          {provider.data?.name ? (
            <a href={`/api/v1/auth/oidc/start?to=${encodeURIComponent(safeReturnTo(to))}`}>
              Sign in with {provider.data.name}
            </a>
          ) : null}
          <Link to="/sign-up">Create account</Link>
          <Link to="/forgot-password">Forgot your password?</Link>
          {resending ? null : (
            <Button type="button" variant="subtle" onClick={() => setResending(true)}>
              No confirmation email?
            </Button>
          )}
        </div>
      </form>
      {resending ? <ResendConfirmation email={input.email} ask /> : null}
    </Page>
  );
}

interface SecondStepProps {
  challenge: string;
  onDone: () => void;
  onAgain: () => void;
}

function SecondStep({ challenge, onDone, onAgain }: SecondStepProps): ReactNode {
  const complete = useSend('/api/v1/auth/second-factor', { onDone });
  const form = useForm({ code: '' }, complete.error);
  const submit = (event: FormEvent): void => {
    event.preventDefault();
    complete.mutate({ challenge, code: form.values.code });
  };
  return (
    <Page title="Two-factor authentication">
      <form className="card stack form" onSubmit={submit} noValidate>
        <SendError error={complete.error} rest={form.rest} />
        <TextInput
          label="Authentication code"
          description="Enter the six-digit code from your app, or a recovery code."
          autoComplete="one-time-code"
          autoFocus
          {...form.field('code')}
        />
        <div className="row">
          <Button type="submit" loading={complete.isPending}>
            Sign in
          </Button>
          <Button variant="default" onClick={onAgain}>
            Start again
          </Button>
        </div>
      </form>
    </Page>
  );
}
