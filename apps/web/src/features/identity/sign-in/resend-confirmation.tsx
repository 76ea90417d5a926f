import { TextInput } from '@mantine/core';
import { useEffect, useState } from 'react';
import { useSend } from '../../../api/hooks.js';
import { SendError, StatusLine, ActionButton } from '../../../components/feedback/feedback.js';
import { useForm, submitting } from '../../../lib/use-form.js';
import { useSandbox } from '../../../shell/sandbox/sandbox.js';
import { texts } from '../texts.js';

/** Seconds between two mails; the server counts too, per hour. */
const PAUSE_S = 60;

/** Counts down to nothing after `begin`. By the computer's own clock: the sandbox's may stop or jump. */
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
export function ResendConfirmation({ email, ask = false }: { email: string; ask?: boolean }) {
  const sandbox = useSandbox();
  const pause = usePause(PAUSE_S);
  const resend = useSend('/api/v1/auth/resend-confirmation', { onDone: pause.begin });
  const form = useForm({ email }, resend.error);
  const submit = submitting(() => {
    if (pause.left === 0) resend.mutate({ email: form.values.email });
  });
  return (
    <form
      className="card stack form alone"
      onSubmit={submit}
      noValidate
      aria-label={texts.resendConfirmation.confirmationMailLabel}
    >
      <div>
        <h2>{texts.resendConfirmation.heading}</h2>
      </div>
      <p className="dim">{texts.resendConfirmation.explanation(Boolean(sandbox))}</p>
      <SendError error={resend.error} rest={form.rest} />
      {ask ? (
        <TextInput
          label={texts.resendConfirmation.eMailAccountLabel}
          type="email"
          autoComplete="username"
          {...form.field('email')}
        />
      ) : null}
      <div className="row">
        <ActionButton
          whyNot={pause.left > 0 ? texts.resendConfirmation.whyNot.availableAgainS(pause.left) : null}
          type="submit"
          variant="default"
          loading={resend.isPending}
        >
          {texts.resendConfirmation.resendEmail}
        </ActionButton>
      </div>
      <StatusLine>{resend.data ? texts.resendConfirmation.sent(form.values.email) : ''}</StatusLine>
    </form>
  );
}
