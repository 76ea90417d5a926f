import { TextInput } from '@mantine/core';
import { useState } from 'react';
import { useSend, type CallPlanView } from '../../../api/hooks.js';
import { Alert } from '../../../components/feedback/feedback.js';
import { DialogButton } from '../../../components/layout/dialog-button.js';
import { When } from '../../../components/values/values.js';
import { visible } from '../../../lib/visible.js';
import { controlled } from '../../../lib/use-form.js';
import { ConfirmButton, PostButton } from '../../../components/forms/post-button.js';
import { SendDialog } from '../../../components/forms/send-dialog.js';
import { texts } from '../texts/calls.js';
import { rich } from '../../../text/rich.js';

/** When the plugin is called next, or that a person has to decide, and the outcome of the last call. */
export function CallPlan({ call }: { call: CallPlanView }) {
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

interface CallActionsProps {
  id: string;
  call: CallPlanView;
  /** Subject; it names the buttons where a page has several. */
  name: string;
  /** Whose decision it is. A host may also enter another id than the reported one. */
  by: 'operator' | 'host';
}

const PATHS = { operator: '/api/v1/operator/installs/{id}', host: '/api/v1/host/unfinished-installs/{id}' } as const;

/** Decisions about an install whose plugin has not answered. */
export function CallActions({ id, call, name, by }: CallActionsProps) {
  const path = { id };
  return (
    <div className="row">
      <PostButton
        aria-label={texts.callPlan.tryNowLabel(name)}
        to={`${PATHS[by]}/try-now`}
        options={{ path, toast: texts.callPlan.toastTryNow }}
        body={undefined}
      >
        {texts.callPlan.tryNow}
      </PostButton>
      {call.kind !== 'probe' && (by === 'host' || call.reported_id !== null) ? (
        <DialogButton
          aria-label={texts.callPlan.takeOverLabel(name)}
          dialog={<TakeOverDialog id={id} call={call} name={name} by={by} />}
        >
          {texts.callPlan.takeOver}
        </DialogButton>
      ) : null}
      <ConfirmButton
        aria-label={texts.callPlan.giveUpLabel(name)}
        to={`${PATHS[by]}/give-up`}
        options={{ path }}
        body={undefined}
        title={texts.callPlan.giveUpTitle(name)}
        effect={texts.callPlan.giveUpEffect[call.kind]}
        confirm={texts.callPlan.giveUp}
        danger
      >
        {texts.callPlan.giveUp}
      </ConfirmButton>
    </div>
  );
}

/** The id is entered, unless it was reported to an operator. */
function TakeOverDialog({ id, call, name, by }: CallActionsProps) {
  const [taken, setTaken] = useState(call.reported_id ?? '');
  const takeOver = useSend(`${PATHS[by]}/take-over-id`, { path: { id } });
  return (
    <SendDialog
      title={texts.callPlan.takeOverTitle(name)}
      send={takeOver}
      confirm={texts.callPlan.takeOver}
      whyNot={taken.trim() === '' ? texts.callPlan.whyNot.idMissing : null}
      onConfirm={() => takeOver.mutate({ id: taken.trim() })}
    >
      <p>{texts.callPlan.takeOverEffect}</p>
      <TextInput label={texts.callPlan.idLabel} {...controlled(taken, setTaken)} readOnly={by === 'operator'} />
    </SendDialog>
  );
}

/** Under the head of an install: the unanswered call, what happens next, and the possible actions. */
export function OpenCall(props: CallActionsProps) {
  return (
    <Alert tone={props.call.attention ? 'bad' : 'warn'}>
      <p>
        {texts.callPlan.about[props.call.kind]} <CallPlan call={props.call} />
      </p>
      <CallActions {...props} />
    </Alert>
  );
}
