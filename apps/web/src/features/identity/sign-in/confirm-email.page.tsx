import { Button, TextInput } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { call } from '../../../api/client.js';
import { useSend } from '../../../api/hooks.js';
import { Page } from '../../../components/layout/page.js';
import { Alert, SendError } from '../../../components/feedback/feedback.js';
import type { ApiError } from '../../../api/errors.js';
import { useForm, submitting, type Form } from '../../../lib/use-form.js';
import { useEnter } from '../../../shell/session/sign-out.js';
import { useUrlState } from '../../../lib/url-state.js';
import { ResendConfirmation } from './resend-confirmation.js';
import { PasswordField } from '../../../components/forms/password-field.js';
import { texts } from '../texts.js';
import { common } from '../../../text/common.js';

/** Where the mailed link leads. Opening it confirms nothing: programs that scan mail open links too. */
export function ConfirmEmailPage() {
  const [token] = useUrlState('token');
  const confirm = useSend('/api/v1/auth/confirm-email');
  const form = useForm({ name: '', password: '' }, confirm.error);
  return (
    <AccountPage
      words={texts.confirmEmail}
      send={confirm}
      rest={form.rest}
      submit={() => confirm.mutate({ token, ...form.values })}
      after={confirm.error?.code === 'confirmation_not_valid' ? <ResendConfirmation email="" ask /> : null}
    >
      <NameAndPassword field={form.field} />
    </AccountPage>
  );
}

/** Where the link of a new installation leads. */
export function FirstAdminPage() {
  const [token] = useUrlState('token');
  const enter = useEnter();
  const create = useSend('/api/v1/auth/first-admin', {
    send: async ({ email, password }, first) => {
      const made = await first();
      await call('POST', '/api/v1/auth/sign-in', { body: { email, password } });
      return made;
    },
    onDone: () => void enter('/'),
  });
  const form = useForm({ email: '', name: '', password: '' }, create.error);
  return (
    <AccountPage
      words={texts.firstAdmin}
      send={create}
      rest={form.rest}
      submit={() => create.mutate({ token, ...form.values })}
    >
      <TextInput label={common.email} type="email" autoComplete="email" {...form.field('email')} />
      <NameAndPassword field={form.field} />
    </AccountPage>
  );
}

/** Where the link of an invitation of staff leads. */
export function StaffInvitationPage() {
  const [token] = useUrlState('token');
  const accept = useSend('/api/v1/auth/staff-invitation');
  const form = useForm({ name: '', password: '' }, accept.error);
  return (
    <AccountPage
      words={texts.staffInvitation}
      send={accept}
      rest={form.rest}
      submit={() => accept.mutate({ token, ...form.values })}
    >
      <NameAndPassword field={form.field} />
    </AccountPage>
  );
}

interface AccountPageProps {
  words: Record<'title' | 'explanation' | 'create' | 'done', string>;
  send: { data: unknown; error: ApiError | null; isPending: boolean };
  rest: string | undefined;
  submit: () => void;
  after?: ReactNode;
  children: ReactNode;
}

function AccountPage({ words, send, rest, submit, after, children }: AccountPageProps) {
  if (send.data)
    return (
      <Page title={words.title}>
        <Alert tone="ok" urgent>
          {words.done}
        </Alert>
        <p>
          <Link to="/sign-in">{common.signIn}</Link>
        </p>
      </Page>
    );
  return (
    <Page title={words.title}>
      <form className="card stack form alone" onSubmit={submitting(submit)} noValidate>
        <p>{words.explanation}</p>
        <SendError error={send.error} rest={rest} />
        {children}
        <div>
          <Button type="submit" loading={send.isPending}>
            {words.create}
          </Button>
        </div>
      </form>
      {after}
    </Page>
  );
}

function NameAndPassword({ field }: { field: Form<Record<'name' | 'password', string>>['field'] }) {
  return (
    <>
      <TextInput label={common.yourNameLabel} autoComplete="name" {...field('name')} />
      <PasswordField
        label={common.passwordLabel}
        description={common.passwordHelp}
        autoComplete="new-password"
        {...field('password')}
      />
    </>
  );
}
