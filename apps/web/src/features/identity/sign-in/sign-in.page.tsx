import { Button, TextInput } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import { useGet, useSend } from '../../../api/hooks.js';
import { Page } from '../../../components/layout/page.js';
import { Alert, SendError } from '../../../components/feedback/feedback.js';
import { clearReturnTo, keptReturnTo } from '../../../lib/return-to.js';
import { useForm, submitting } from '../../../lib/use-form.js';
import { safeReturnTo, useUrlState } from '../../../lib/url-state.js';
import { useEnter } from '../../../shell/session/sign-out.js';
import { ResendConfirmation } from './resend-confirmation.js';
import { PasswordField } from '../../../components/forms/password-field.js';
import { texts } from '../texts.js';
import { common } from '../../../text/common.js';

/** Result of the provider's answer, as a code of the API. */
const problems: Record<string, string> = texts.signIn.problems;

/** One form, then the second step where it is on; goes back to the wanted page afterwards. */
export function SignInPage() {
  const [wanted] = useUrlState('to');
  const [to] = useState(() => wanted || keptReturnTo());
  const enter = useEnter();
  const [carried] = useUrlState('challenge');
  const [problem] = useUrlState('problem');
  const [challenge, setChallenge] = useState<string | null>(carried || null);
  const [resending, setResending] = useState(false);
  const provider = useGet('/api/v1/auth/oidc');
  const done = (): void => {
    clearReturnTo();
    void enter(safeReturnTo(to));
  };
  const signIn = useSend('/api/v1/auth/sign-in', {
    onDone: (answer) => (answer.challenge === null ? done() : setChallenge(answer.challenge)),
  });
  const form = useForm({ email: '', password: '' }, signIn.error);
  if (challenge !== null) return <SecondStep challenge={challenge} onDone={done} onAgain={() => setChallenge(null)} />;
  return (
    <Page title={common.signIn}>
      <form className="card stack form alone" onSubmit={submitting(() => signIn.mutate(form.values))} noValidate>
        {problem ? <Alert tone="bad">{problems[problem] ?? problems.oidc_failed}</Alert> : null}
        {to ? <p className="dim">{texts.signIn.signInToContinue}</p> : null}
        <SendError error={signIn.error} rest={form.rest} />
        <TextInput label={common.email} type="email" autoComplete="username" {...form.field('email')} />
        <PasswordField label={common.passwordLabel} autoComplete="current-password" {...form.field('password')} />
        <div className="row">
          <Button type="submit" loading={signIn.isPending}>
            {common.signIn}
          </Button>
          {provider.data?.name ? (
            <a href={`/api/v1/auth/oidc/start?to=${encodeURIComponent(safeReturnTo(to))}`}>
              {texts.signIn.signInWith(provider.data.name)}
            </a>
          ) : null}
          <Link to="/sign-up" search={{ to: to || undefined }}>
            {common.createAccount}
          </Link>
          <Link to="/forgot-password" search={{ to: to || undefined }}>
            {texts.signIn.forgotYourPassword}
          </Link>
          {resending ? null : (
            <Button type="button" variant="subtle" onClick={() => setResending(true)}>
              {texts.signIn.noConfirmationEmail}
            </Button>
          )}
        </div>
      </form>
      {resending ? <ResendConfirmation email={form.values.email} ask /> : null}
    </Page>
  );
}

interface SecondStepProps {
  challenge: string;
  onDone: () => void;
  onAgain: () => void;
}

function SecondStep({ challenge, onDone, onAgain }: SecondStepProps) {
  const complete = useSend('/api/v1/auth/second-factor', { onDone });
  const form = useForm({ code: '' }, complete.error);
  return (
    <Page title={common.twoFactorAuthentication}>
      <form
        className="card stack form alone"
        onSubmit={submitting(() => complete.mutate({ challenge, code: form.values.code }))}
        noValidate
      >
        <SendError error={complete.error} rest={form.rest} />
        <TextInput
          label={texts.signIn.authenticationCodeLabel}
          description={texts.signIn.authenticationCodeHelp}
          autoComplete="one-time-code"
          autoFocus
          {...form.field('code')}
        />
        <div className="row">
          <Button type="submit" loading={complete.isPending}>
            {common.signIn}
          </Button>
          <Button variant="default" onClick={onAgain}>
            {texts.signIn.startAgain}
          </Button>
          {complete.error?.code === 'codes_used_up' ? (
            <Link to="/forgot-password" search={{}}>
              {texts.signIn.chooseByMail}
            </Link>
          ) : null}
        </div>
        <details>
          <summary>{texts.signIn.lost}</summary>
          {texts.signIn.lostHelp.map((words) => (
            <p key={words}>{words}</p>
          ))}
        </details>
      </form>
    </Page>
  );
}
