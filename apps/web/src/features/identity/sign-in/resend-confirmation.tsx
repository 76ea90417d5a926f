import { Button, TextInput } from '@mantine/core';
import { useEffect, useState } from 'react';
import type { FormEvent, ReactNode } from 'react';
import { useSend } from '../../../api/hooks.js';
import { SendError, StatusLine } from '../../../components/feedback/states.js';
import { WhyNot } from '../../../components/feedback/why-not.js';
import { useForm } from '../../../lib/use-form.js';
import { useSandbox } from '../../../shell/sandbox.js';

/** Seconds between two mails; the server counts too, per hour. */
const PAUSE_S = 60;

/** Counts down to nothing after `begin`. By the computer's own clock: the sandbox's may stand still or jump. */
function usePause(seconds: number): { left: number; begin: () => void } {
  const [left, setLeft] = useState(0);
  const begin = (): void => setLeft(seconds);
  useEffect(() => {
    if (left === 0) return undefined;
    const timer = setTimeout(() => setLeft(left - 1), 1_000);
    return () => clearTimeout(timer);
  }, [left]);
  return { left, begin };
}

/** Asks for the confirmation mail once more. The answer is the same for every address. */
export function ResendConfirmation({ email, ask = false }: { email: string; ask?: boolean }): ReactNode {
  const sandbox = useSandbox();
  const pause = usePause(PAUSE_S);
  const resend = useSend('/api/v1/auth/resend-confirmation', { onDone: pause.begin });
  const form = useForm({ email }, resend.error);
  const submit = (event: FormEvent): void => {
    event.preventDefault();
    if (pause.left === 0) resend.mutate({ email: form.values.email });
  };
  return (
    <form className="card stack form" onSubmit={submit} noValidate aria-label="Confirmation mail">
      <div>
        <h2>Did not get the mail?</h2>
      </div>
      <p className="dim">
        Look among the unwanted mail first. The link in the newest mail counts; it works for 7 days.
        {sandbox ? ' In this sandbox, mail is kept on the page Sandbox.' : ''}
      </p>
      <SendError error={resend.error} rest={form.rest} />
      {ask ? (
        <TextInput label="E-mail of the account" type="email" autoComplete="username" {...form.field('email')} />
      ) : null}
      <div className="row">
        <WhyNot reason={pause.left > 0 ? `Again possible in ${pause.left} s` : null}>
          {(described) => (
            <Button type="submit" variant="default" loading={resend.isPending} {...described}>
              Send the mail again
            </Button>
          )}
        </WhyNot>
      </div>
      <StatusLine>
        {resend.data
          ? `If an account for ${form.values.email} waits for its confirmation, a mail with a new link is on its way.`
          : ''}
      </StatusLine>
    </form>
  );
}
