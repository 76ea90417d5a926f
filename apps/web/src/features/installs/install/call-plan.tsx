import { Button, TextInput } from '@mantine/core';
import { useState, type ReactNode } from 'react';
import type { ApiError } from '../../../api/errors.js';
import type { CallPlanView } from '../../../api/views.js';
import { Alert, SendError } from '../../../components/feedback/feedback.js';
import { When } from '../../../components/values/values.js';
import { visible } from '../../../lib/visible.js';
import { controlled } from '../../../lib/use-form.js';
import { SendDialog } from '../../../components/forms/send-dialog.js';
import { texts } from '../texts/calls.js';
import { rich } from '../../../text/rich.js';

/** When the plugin is called next, or that a person has to decide, and the outcome of the last call. */
export function CallPlan({ call }: { call: CallPlanView }): ReactNode {
  return (
    <>
      {call.attention
        ? texts.callPlan.exhausted(call.attempts)
        : rich(texts.callPlan.next, {
            time: <When at={call.next_try_at} />,
            attempt: Math.min(call.attempts + 1, call.max_attempts),
            most: call.max_attempts,
          })}
      {call.last_outcome ? ` ${visible(call.last_outcome)}` : ''}
    </>
  );
}

interface Action {
  send: () => void;
  busy: boolean;
  error: ApiError | null;
}

/**
 * Decisions about an install whose plugin has not answered. `takeOver`: the id is requested, unless it was reported.
 */
interface CallActionsProps {
  call: CallPlanView;
  /** Subject; it names the buttons where a page has several. */
  name: string;
  tryNow: Action;
  giveUp: Action;
  takeOver: Omit<Action, 'send'> & { send: (id: string) => void };
  /** Another id than the reported one may be entered. */
  anyId: boolean;
}

export function CallActions({ call, name, tryNow, giveUp, takeOver, anyId }: CallActionsProps): ReactNode {
  const [asking, setAsking] = useState<'give-up' | 'take-over' | null>(null);
  const close = (): void => setAsking(null);
  return (
    <>
      <SendError error={tryNow.error} />
      <div className="row">
        <Button
          variant="default"
          loading={tryNow.busy}
          onClick={tryNow.send}
          aria-label={texts.callPlan.tryNowLabel(name)}
        >
          {texts.callPlan.tryNow}
        </Button>
        {call.kind !== 'probe' && (anyId || call.reported_id !== null) ? (
          <Button
            variant="default"
            onClick={() => setAsking('take-over')}
            aria-label={texts.callPlan.takeOverLabel(name)}
          >
            {texts.callPlan.takeOver}
          </Button>
        ) : null}
        <Button variant="default" onClick={() => setAsking('give-up')} aria-label={texts.callPlan.giveUpLabel(name)}>
          {texts.callPlan.giveUp}
        </Button>
      </div>
      {asking === 'give-up' ? <GiveUpDialog call={call} name={name} action={giveUp} onClose={close} /> : null}
      {asking === 'take-over' ? (
        <TakeOverDialog reported={call.reported_id} fixed={!anyId} name={name} action={takeOver} onClose={close} />
      ) : null}
    </>
  );
}

function GiveUpDialog({
  call,
  name,
  action,
  onClose,
}: {
  call: CallPlanView;
  name: string;
  action: Action;
  onClose: () => void;
}): ReactNode {
  return (
    <SendDialog
      title={texts.callPlan.giveUpTitle(name)}
      send={{ isPending: action.busy, error: action.error }}
      confirm={texts.callPlan.giveUp}
      danger
      onClose={onClose}
      onConfirm={action.send}
    >
      <p>{texts.callPlan.giveUpEffect[call.kind]}</p>
    </SendDialog>
  );
}

function TakeOverDialog({
  reported,
  fixed,
  name,
  action,
  onClose,
}: {
  reported: string | null;
  fixed: boolean;
  name: string;
  action: CallActionsProps['takeOver'];
  onClose: () => void;
}): ReactNode {
  const [id, setId] = useState(reported ?? '');
  return (
    <SendDialog
      title={texts.callPlan.takeOverTitle(name)}
      send={{ isPending: action.busy, error: action.error }}
      confirm={texts.callPlan.takeOver}
      whyNot={id.trim() === '' ? texts.callPlan.whyNot.idMissing : null}
      onClose={onClose}
      onConfirm={() => action.send(id.trim())}
    >
      <p>{texts.callPlan.takeOverEffect}</p>
      <TextInput label={texts.callPlan.idLabel} {...controlled(id, setId)} readOnly={fixed} />
    </SendDialog>
  );
}

/** Under the head of an install: the unanswered call, what happens next, and the possible actions. */
export function OpenCall(props: CallActionsProps): ReactNode {
  return (
    <Alert tone={props.call.attention ? 'bad' : 'warn'}>
      <p>
        {texts.callPlan.about[props.call.kind]} <CallPlan call={props.call} />
      </p>
      <CallActions {...props} />
    </Alert>
  );
}
