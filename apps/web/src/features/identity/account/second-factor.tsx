import { Button, TextInput } from '@mantine/core';
import { useState } from 'react';
import type { FormEvent, ReactNode } from 'react';
import { useGet, useSend } from '../../../api/hooks.js';
import { CopyButton } from '../../../components/values/copy.js';
import { Dialog } from '../../../components/layout/dialog.js';
import { Card, Facts } from '../../../components/layout/page.js';
import { QrPicture } from './qr-picture.js';
import { Resource } from '../../../components/feedback/resource.js';
import { Alert, SendError } from '../../../components/feedback/states.js';
import { useToast } from '../../../components/feedback/toasts.js';
import { formatUtc } from '../../../lib/format.js';
import { useForm } from '../../../lib/use-form.js';
import { RecoveryCodesDialog } from './recovery-codes.js';

const STATE = '/api/v1/account/second-factor';

/** The second step at sign-in: a code of an app on the phone, with recovery codes for the day it is gone. */
export function SecondFactorCard(): ReactNode {
  const state = useGet(STATE);
  const [codes, setCodes] = useState<readonly string[] | null>(null);
  return (
    <Card title="Two-factor authentication">
      <Resource of={state} what="the second step">
        {(view) => (
          <div className="stack">
            {view.required ? (
              <Alert tone="warn">
                Your staff roles are inactive until two-factor authentication is on. Set it up now.
              </Alert>
            ) : null}
            <Facts
              items={[
                ['State', view.on ? 'On' : 'Off'],
                ['Since', view.since ? formatUtc(view.since) : null],
                ['Recovery codes left', view.on ? String(view.recovery_codes_left) : null],
              ]}
            />
            {view.on ? <ChangeButtons onCodes={setCodes} /> : <SetUp onCodes={setCodes} />}
          </div>
        )}
      </Resource>
      {codes ? <RecoveryCodesDialog codes={codes} onStored={() => setCodes(null)} /> : null}
    </Card>
  );
}

interface CodesProps {
  onCodes: (codes: readonly string[]) => void;
}

function SetUp({ onCodes }: CodesProps): ReactNode {
  const toast = useToast();
  const start = useSend('/api/v1/account/second-factor/start');
  const confirm = useSend('/api/v1/account/second-factor/confirm', {
    onDone: ({ codes }) => {
      onCodes(codes);
      toast('Two-factor authentication is on. Your other sessions have ended.');
    },
  });
  const form = useForm({ code: '' }, confirm.error);
  const submit = (event: FormEvent): void => {
    event.preventDefault();
    confirm.mutate({ code: form.values.code });
  };
  if (!start.data) {
    return (
      <>
        <p>After your password, you enter a code from an app on your phone. A stolen password alone is not enough.</p>
        <SendError error={start.error} />
        <div>
          <Button variant="default" loading={start.isPending} onClick={() => start.mutate()}>
            Set up two-factor authentication
          </Button>
        </div>
      </>
    );
  }
  return (
    <form className="stack form" onSubmit={submit} noValidate>
      <p>Scan the QR code with an authenticator app, or enter the key. Then enter the code from the app.</p>
      <QrPicture text={start.data.uri} label="QR code for the authenticator app" />
      <div className="row">
        <code className="secret-value grow" data-testid="totp-key">
          {start.data.secret}
        </code>
        <CopyButton text={start.data.secret} label="Copy the key" />
      </div>
      <SendError error={confirm.error} rest={form.rest} />
      <TextInput label="Code" inputMode="numeric" autoComplete="one-time-code" {...form.field('code')} />
      <div>
        <Button type="submit" loading={confirm.isPending}>
          Turn on
        </Button>
      </div>
    </form>
  );
}

function ChangeButtons({ onCodes }: CodesProps): ReactNode {
  const [asking, setAsking] = useState<'codes' | 'off' | null>(null);
  const toast = useToast();
  const close = (): void => setAsking(null);
  const fresh = useSend('/api/v1/account/second-factor/recovery-codes', {
    onDone: ({ codes }) => {
      close();
      onCodes(codes);
    },
  });
  const off = useSend('/api/v1/account/second-factor/remove', {
    onDone: () => {
      close();
      toast('Two-factor authentication is off.');
    },
  });
  const change = asking === 'off' ? off : fresh;
  const form = useForm({ code: '' }, change.error);
  const submit = (event: FormEvent): void => {
    event.preventDefault();
    change.mutate({ code: form.values.code });
  };
  const ask = (what: 'codes' | 'off'): void => {
    form.set({ code: '' });
    setAsking(what);
  };
  return (
    <div className="row">
      <Button variant="default" onClick={() => ask('codes')}>
        New recovery codes
      </Button>
      <Button variant="default" onClick={() => ask('off')}>
        Turn off
      </Button>
      <Dialog
        open={asking !== null}
        title={asking === 'off' ? 'Turn off two-factor authentication' : 'New recovery codes'}
        onClose={close}
      >
        <form className="stack" onSubmit={submit} noValidate>
          <p>
            {asking === 'off'
              ? 'After that, your password alone is enough to sign in.'
              : 'Your current recovery codes stop working.'}
          </p>
          <SendError error={change.error} rest={form.rest} />
          <TextInput
            label="Code from your app, or a recovery code"
            autoComplete="one-time-code"
            {...form.field('code')}
          />
          <div className="dialog-actions">
            <Button variant="default" onClick={close}>
              Cancel
            </Button>
            <Button type="submit" color={asking === 'off' ? 'red' : undefined} loading={change.isPending}>
              {asking === 'off' ? 'Turn off' : 'Create new codes'}
            </Button>
          </div>
        </form>
      </Dialog>
    </div>
  );
}
