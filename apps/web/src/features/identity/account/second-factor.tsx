import { Button, TextInput } from '@mantine/core';
import { useState } from 'react';
import { useGet, useSend, type OwnFactorRemovalView } from '../../../api/hooks.js';
import { CopyButton } from '../../../components/values/values.js';
import { Dialog, DialogActions } from '../../../components/layout/dialog.js';
import { Card, Facts } from '../../../components/layout/page.js';
import { Resource } from '../../../components/feedback/resource.js';
import { Alert, SendError } from '../../../components/feedback/feedback.js';
import { formatUtc } from '../../../lib/format.js';
import { useForm, submitting } from '../../../lib/use-form.js';
import { texts } from '../texts.js';
import { common } from '../../../text/common.js';
import { encode } from 'uqr';
import { ShownOnce } from '../../../components/feedback/shown-once.js';
import { PostButton } from '../../../components/forms/post-button.js';

const STATE = '/api/v1/account/second-factor';

/** The second step at sign-in: a code of an app on the phone, with recovery codes for the day it is gone. */
export function SecondFactorCard() {
  const state = useGet(STATE);
  const [codes, setCodes] = useState<readonly string[] | null>(null);
  return (
    <Card title={common.twoFactorAuthentication}>
      <Resource of={state} what={texts.secondFactor.names.secondStep}>
        {(view) => (
          <div className="stack">
            {view.required ? <Alert tone="warn">{texts.secondFactor.cardNotice}</Alert> : null}
            {view.removal ? <OwnFactorRemoval removal={view.removal} /> : null}
            <Facts
              titles={texts.secondFactor.cardFacts}
              items={{
                state: view.on ? common.on : common.off,
                since: view.since ? formatUtc(view.since) : null,
                recoveryCodesLeft: view.on ? String(view.recovery_codes_left) : null,
              }}
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

function SetUp({ onCodes }: CodesProps) {
  const start = useSend('/api/v1/account/second-factor/start');
  const confirm = useSend('/api/v1/account/second-factor/confirm', {
    toast: texts.secondFactor.setUpToast,
    onDone: ({ codes }) => {
      onCodes(codes);
    },
  });
  const form = useForm({ code: '' }, confirm.error);
  if (!start.data) {
    return (
      <>
        <p>{texts.secondFactor.whyTwoSteps}</p>
        <SendError error={start.error} />
        <div>
          <Button variant="default" loading={start.isPending} onClick={() => start.mutate()}>
            {texts.secondFactor.setUp}
          </Button>
        </div>
      </>
    );
  }
  return (
    <form className="stack form" onSubmit={submitting(() => confirm.mutate({ code: form.values.code }))} noValidate>
      <p>{texts.secondFactor.scanOrEnter}</p>
      <QrPicture text={start.data.uri} label={texts.secondFactor.qrCodeLabel} />
      <div className="row">
        <code className="secret-value grow" data-testid="totp-key">
          {start.data.secret}
        </code>
        <CopyButton text={start.data.secret} label={texts.secondFactor.copyTheKey} />
      </div>
      <SendError error={confirm.error} rest={form.rest} />
      <TextInput
        label={texts.secondFactor.codeLabel}
        inputMode="numeric"
        autoComplete="one-time-code"
        {...form.field('code')}
      />
      <div>
        <Button type="submit" loading={confirm.isPending}>
          {common.turnOn}
        </Button>
      </div>
    </form>
  );
}

function ChangeButtons({ onCodes }: CodesProps) {
  const [asking, setAsking] = useState<'codes' | 'off' | null>(null);
  const close = (): void => setAsking(null);
  const fresh = useSend('/api/v1/account/second-factor/recovery-codes', {
    onDone: ({ codes }) => {
      close();
      onCodes(codes);
    },
  });
  const off = useSend('/api/v1/account/second-factor/remove', {
    toast: texts.secondFactor.changeButtonsToast,
    onDone: close,
  });
  const change = asking === 'off' ? off : fresh;
  const form = useForm({ code: '' }, change.error);
  const ask = (what: 'codes' | 'off'): void => {
    form.set({ code: '' });
    setAsking(what);
  };
  return (
    <div className="row">
      <Button variant="default" onClick={() => ask('codes')}>
        {texts.secondFactor.newRecoveryCodes}
      </Button>
      <Button variant="default" onClick={() => ask('off')}>
        {common.turnOff}
      </Button>
      <Dialog
        open={asking !== null}
        title={asking === 'off' ? texts.secondFactor.turnOffTwoTitle : texts.secondFactor.newRecoveryCodes}
        onClose={close}
      >
        <form className="stack" onSubmit={submitting(() => change.mutate({ code: form.values.code }))} noValidate>
          <p>{asking === 'off' ? texts.secondFactor.turnOffEffect : texts.secondFactor.newCodesEffect}</p>
          <SendError error={change.error} rest={form.rest} />
          <TextInput
            label={common.codeFromYourAppOrARecoveryCode}
            autoComplete="one-time-code"
            {...form.field('code')}
          />
          <DialogActions onCancel={close}>
            <Button type="submit" color={asking === 'off' ? 'red' : undefined} loading={change.isPending}>
              {asking === 'off' ? common.turnOff : texts.secondFactor.createNewCodes}
            </Button>
          </DialogActions>
        </form>
      </Dialog>
    </div>
  );
}

/** A text as a square of dots for a phone's camera: dark on white in both schemes, or cameras do not read it. */
function QrPicture({ text, label }: { text: string; label: string }) {
  const { data, size } = encode(text, { border: 2 });
  const dots = data.flatMap((row, y) => row.flatMap((dark, x) => (dark ? [`M${x} ${y}h1v1h-1z`] : [])));
  return (
    <svg className="qr" viewBox={`0 0 ${size} ${size}`} role="img" aria-label={label} shapeRendering="crispEdges">
      <rect className="qr-paper" width={size} height={size} />
      <path className="qr-dots" d={dots.join('')} />
    </svg>
  );
}

/** The removal that admins requested, and how to cancel it. */
function OwnFactorRemoval({ removal }: { removal: OwnFactorRemovalView }) {
  return (
    <Alert tone="warn">
      <p>{texts.ownFactorRemoval.requested(formatUtc(removal.not_before), formatUtc(removal.expires_at))}</p>
      <p>{texts.ownFactorRemoval.reason(removal.reason)}</p>
      <p>{texts.ownFactorRemoval.ifNotYou}</p>
      <PostButton
        to="/api/v1/account/second-factor/removal/cancel"
        options={{ toast: texts.ownFactorRemoval.toast }}
        body={undefined}
      >
        {common.cancelTheRemoval}
      </PostButton>
    </Alert>
  );
}

/** Shows fresh recovery codes once; closes only after "I stored them". */
function RecoveryCodesDialog({ codes, onStored }: { codes: readonly string[]; onStored: () => void }) {
  return (
    <ShownOnce
      title={texts.recoveryCodes.yourRecoveryCodesTitle}
      warning={texts.recoveryCodes.warning}
      what={texts.recoveryCodes.names.them}
      onStored={onStored}
    >
      <div className="row">
        <pre className="secret-value grow" data-testid="recovery-codes" tabIndex={0}>
          {codes.join('\n')}
        </pre>
        <CopyButton text={codes.join('\n')} label={texts.recoveryCodes.copyTheCodes} />
      </div>
    </ShownOnce>
  );
}
