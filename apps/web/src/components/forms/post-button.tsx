import type { ButtonProps } from '@mantine/core';
import type { ReactNode } from 'react';
import { useSend, type SendOptions } from '../../api/hooks.js';
import type { BodyOf, PathsWith } from '../../api/types.js';
import { SendButton } from '../feedback/feedback.js';
import { DialogButton } from '../layout/dialog-button.js';
import { ReasonDialog, type ReasonDialogProps } from './reason-dialog.js';
import { SendDialog } from './send-dialog.js';

interface Change<P extends PathsWith<'post'>> {
  to: P;
  /** As of `useSend`. */
  options: SendOptions<P, 'post'>;
}

interface ButtonOf<P extends PathsWith<'post'>> extends ButtonProps, Change<P> {
  'aria-label'?: string;
  whyNot?: string | null;
  children: ReactNode;
}

type WithBody<P extends PathsWith<'post'>> = { body: BodyOf<P, 'post'> };

/** A button that sends one change at once. */
export function PostButton<P extends PathsWith<'post'>>(props: ButtonOf<P> & WithBody<P>) {
  const { to, options, body, ...button } = props;
  const send = useSend(to, ...([options] as never));
  return <SendButton variant="default" {...button} send={send} onClick={() => send.mutate(body)} />;
}

type Words = Pick<ReasonDialogProps, 'title' | 'effect' | 'confirm' | 'danger'>;

/** A button that asks before it sends one change. */
export function ConfirmButton<P extends PathsWith<'post'>>(props: ButtonOf<P> & WithBody<P> & Words) {
  const { to, options, body, title, effect, confirm, danger, ...button } = props;
  const asked = { to, options, body, title, effect, confirm, danger };
  return <DialogButton {...button} dialog={(close) => <Confirm {...asked} onClose={close} />} />;
}

type Closing = { onClose: () => void };

function Confirm<P extends PathsWith<'post'>>(props: Change<P> & WithBody<P> & Words & Closing) {
  const { to, options, body, effect, ...dialog } = props;
  const send = useSend(to, ...([{ ...options, onDone: dialog.onClose }] as never));
  return (
    <SendDialog {...dialog} send={send} onConfirm={() => send.mutate(body)}>
      <p>{effect}</p>
    </SendDialog>
  );
}

type Reasoned = Words & Pick<ReasonDialogProps, 'readBy' | 'dismiss'>;

/** A button that asks for the reason of one change and sends it with that. */
export function ReasonButton<P extends PathsWith<'post'>>(props: ButtonOf<P> & Reasoned) {
  const { to, options, title, effect, confirm, danger, readBy, dismiss, ...button } = props;
  const asked = { to, options, title, effect, confirm, danger, readBy, dismiss };
  return <DialogButton {...button} dialog={(close) => <Reason {...asked} onClose={close} />} />;
}

function Reason<P extends PathsWith<'post'>>(props: Change<P> & Reasoned & Closing) {
  const { to, options, ...dialog } = props;
  const send = useSend(to, ...([{ ...options, onDone: dialog.onClose }] as never));
  const mutate = (reason: string): void => send.mutate({ reason } as BodyOf<P, 'post'>);
  return <ReasonDialog {...dialog} send={send} onConfirm={({ text }) => mutate(text)} />;
}
