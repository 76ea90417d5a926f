import { Button, TextInput } from '@mantine/core';
import { useEffect, useState } from 'react';
import { useGet, useSend } from '../../api/hooks.js';
import { offerStepUp } from '../../api/step-up.js';
import { Dialog, DialogActions } from '../../components/layout/dialog.js';
import { Resource } from '../../components/feedback/resource.js';
import { Alert, SendError } from '../../components/feedback/feedback.js';
import { useForm, submitting } from '../../lib/use-form.js';
import { PasswordField } from '../../components/forms/password-field.js';
import { texts } from '../texts.js';
import { common, rich } from '../../text/common.js';

/** Opens when a call needs a recent proof of identity; the call continues by itself afterwards. */
export function StepUpDialog() {
  const [answer, setAnswer] = useState<{ give: (proved: boolean) => void } | null>(null);
  useEffect(() => offerStepUp(() => new Promise((resolve) => setAnswer({ give: resolve }))), []);
  if (!answer) return null;
  const close = (proved: boolean): void => {
    setAnswer(null);
    answer.give(proved);
  };
  return (
    <Dialog title={texts.stepUpDialog.dialogTitle} onClose={() => close(false)}>
      <ProofForm onProved={() => close(true)} onCancel={() => close(false)} />
    </Dialog>
  );
}

/** The provider authenticates again and sends the person back to this page. */
function atProvider(): string {
  const { pathname, search } = globalThis.location;
  return `/api/v1/auth/oidc/start?${new URLSearchParams({ fresh: '1', to: pathname + search }).toString()}`;
}

function ProofForm({ onProved, onCancel }: { onProved: () => void; onCancel: () => void }) {
  const how = useGet('/api/v1/account/step-up');
  const prove = useSend('/api/v1/account/step-up', { onDone: onProved });
  const form = useForm({ password: '', code: '' }, prove.error);
  return (
    <Resource of={how} what={texts.stepUpDialog.names.howToConfirm} lines={2}>
      {({ method, minutes }) => {
        const byCode = method === 'code';
        if (method === 'sign_in')
          return (
            <Alert tone="warn">
              {rich(texts.stepUpDialog.notice, { link: (text) => <a href={atProvider()}>{text}</a> })}
            </Alert>
          );
        return (
          <form
            className="stack"
            onSubmit={submitting(() =>
              prove.mutate(byCode ? { code: form.values.code } : { password: form.values.password }),
            )}
            noValidate
          >
            <p>{texts.stepUpDialog.whyConfirm(minutes)}</p>
            {method === 'demo_password' ? (
              <p className="dim">{rich(texts.stepUpDialog.demoPassword, { demo: <code>demo</code> })}</p>
            ) : null}
            <SendError error={prove.error} rest={form.rest} />
            {byCode ? (
              <TextInput
                label={common.codeFromYourAppOrARecoveryCode}
                autoComplete="one-time-code"
                {...form.field('code')}
              />
            ) : (
              <PasswordField
                label={texts.stepUpDialog.yourPasswordLabel}
                autoComplete="current-password"
                {...form.field('password')}
              />
            )}
            <DialogActions onCancel={onCancel}>
              <Button type="submit" loading={prove.isPending}>
                {common.confirm}
              </Button>
            </DialogActions>
          </form>
        );
      }}
    </Resource>
  );
}
