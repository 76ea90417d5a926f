import { Button, PasswordInput, TextInput } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import type { FormEvent, ReactNode } from 'react';
import { call } from '../../api/client.js';
import { fieldErrors } from '../../api/errors.js';
import { useSend } from '../../api/hooks.js';
import { Page } from '../../components/page.js';
import { SendError } from '../../components/states.js';
import { useEnter } from '../../shell/sign-out.js';

/** An account without any role; applying to publish Drives is the next step. */
export function SignUpPage(): ReactNode {
  const enter = useEnter();
  const [input, setInput] = useState({ name: '', email: '', password: '' });
  const signUp = useSend<unknown, typeof input>('/api/v1/auth/sign-up', {
    // Signing up answers alike for new and known addresses and opens no session; the password does.
    send: async ({ email, password }, send) => {
      await send();
      return call('POST', '/api/v1/auth/sign-in', { body: { email, password } });
    },
    onDone: () => void enter('/apply'),
  });
  const errors = fieldErrors(signUp.error, ['name', 'email', 'password']);
  const submit = (event: FormEvent): void => {
    event.preventDefault();
    signUp.mutate(input);
  };
  return (
    <Page title="Create an account">
      <form className="card stack form" onSubmit={submit} noValidate>
        <SendError error={signUp.error} rest={errors['']} />
        <TextInput
          label="Your name"
          autoComplete="name"
          value={input.name}
          error={errors.name}
          onChange={(event) => setInput({ ...input, name: event.currentTarget.value })}
        />
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
          description="At least 12 characters."
          autoComplete="new-password"
          value={input.password}
          error={errors.password}
          onChange={(event) => setInput({ ...input, password: event.currentTarget.value })}
          visibilityToggleButtonProps={{ 'aria-label': 'Show or hide the password', tabIndex: 0 }}
        />
        <div className="row">
          <Button type="submit" loading={signUp.isPending}>
            Create the account
          </Button>
          <Link to="/sign-in">Sign in instead</Link>
        </div>
      </form>
    </Page>
  );
}
