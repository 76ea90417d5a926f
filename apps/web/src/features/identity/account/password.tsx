import { Button } from '@mantine/core';
import { useState, type ReactNode } from 'react';
import { useSend } from '../../../api/hooks.js';
import { Card } from '../../../components/layout/page.js';
import { SendError } from '../../../components/feedback/feedback.js';
import { useForm, submitting } from '../../../lib/use-form.js';
import { PasswordField } from '../../../components/forms/password-field.js';
import { texts } from '../texts.js';
import { common } from '../../../text/common.js';
import { KeptTokens, SharedTokensChoice } from '../recovery/shared-tokens.js';

const EMPTY = { current_password: '', password: '' };

/** A new password for a person who knows the present one. */
export function PasswordCard(): ReactNode {
  const change = useSend('/api/v1/account/password', {
    toast: texts.password.toast,
    onDone: () => form.set(EMPTY),
  });
  const [shared, setShared] = useState(false);
  const form = useForm(EMPTY, change.error);
  return (
    <Card title={common.passwordLabel}>
      <form
        className="stack form"
        onSubmit={submitting(() => change.mutate({ ...form.values, end_shared_tokens: shared }))}
        noValidate
      >
        <SendError error={change.error} rest={form.rest} />
        <PasswordField
          label={texts.password.currentPasswordLabel}
          autoComplete="current-password"
          {...form.field('current_password')}
        />
        <PasswordField
          label={common.newPassword}
          description={texts.password.newPasswordHelp}
          autoComplete="new-password"
          {...form.field('password')}
        />
        <SharedTokensChoice checked={shared} onChange={setShared} />
        <div>
          <Button type="submit" variant="default" loading={change.isPending}>
            {common.changePassword}
          </Button>
        </div>
        {change.data ? <KeptTokens tokens={change.data.kept_tokens} /> : null}
      </form>
    </Card>
  );
}
