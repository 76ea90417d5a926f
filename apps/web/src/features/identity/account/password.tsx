import { Button, PasswordInput } from '@mantine/core';
import type { FormEvent, ReactNode } from 'react';
import { useSend } from '../../../api/hooks.js';
import { Card } from '../../../components/layout/page.js';
import { SendError } from '../../../components/feedback/states.js';
import { useToast } from '../../../components/feedback/toasts.js';
import { useForm } from '../../../lib/use-form.js';

const toggle = { 'aria-label': 'Show or hide the password', tabIndex: 0 };
const EMPTY = { current_password: '', password: '' };

/** A new password for whoever knows the present one. */
export function PasswordCard(): ReactNode {
  const toast = useToast();
  const change = useSend('/api/v1/account/password', {
    onDone: () => {
      form.set(EMPTY);
      toast('Password changed. All other sessions have ended.');
    },
  });
  const form = useForm(EMPTY, change.error);
  const submit = (event: FormEvent): void => {
    event.preventDefault();
    change.mutate(form.values);
  };
  return (
    <Card title="Password">
      <form className="stack form" onSubmit={submit} noValidate>
        <SendError error={change.error} rest={form.rest} />
        <PasswordInput
          label="Current password"
          autoComplete="current-password"
          {...form.field('current_password')}
          visibilityToggleButtonProps={toggle}
        />
        <PasswordInput
          label="New password"
          description="At least 12 characters. All other sessions will end."
          autoComplete="new-password"
          {...form.field('password')}
          visibilityToggleButtonProps={toggle}
        />
        <div>
          <Button type="submit" variant="default" loading={change.isPending}>
            Change password
          </Button>
        </div>
      </form>
    </Card>
  );
}
