import type { ButtonProps } from '@mantine/core';
import type { ReactNode } from 'react';
import { useRemove, useSend, type SendOptions } from '../../api/hooks.js';
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

interface RemoveButtonProps<P extends PathsWith<'delete'>> extends ButtonProps {
  'aria-label'?: string;
  to: P;
  options: SendOptions<P, 'delete'>;
  children: ReactNode;
}

type WithBody<P extends PathsWith<'post'>> = { body: BodyOf<P, 'post'> };

/** A button that sends one change at once. */
export function PostButton<P extends PathsWith<'post'>>(props: ButtonOf<P> & WithBody<P>) {
  const { to, options, body, ...button } = props;
  const send = useSend(to, ...([options] as never));
  return <SendButton variant="default" {...button} send={send} onClick={() => send.mutate(body)} />;
}

/** A button that ends the resource of a path at once. */
export function RemoveButton<P extends PathsWith<'delete'>>(props: RemoveButtonProps<P>) {
  const { to, options, ...button } = props;
  const send = useRemove(to, ...([options] as never));
  return <SendButton variant="default" {...button} send={send} onClick={() => send.mutate(undefined as never)} />;
}

type Words = Pick<ReasonDialogProps, 'title' | 'effect' | 'confirm' | 'danger'>;

/** A button that asks before it sends one change. */
export function ConfirmButton<P extends PathsWith<'post'>>(props: ButtonOf<P> & WithBody<P> & Words) {
  const { to, options, body, title, effect, confirm, danger, ...button } = props;
  const asked = { to, options, body, title, effect, confirm, danger };
  return <DialogButton {...button} dialog={<Confirm {...asked} />} />;
}

function Confirm<P extends PathsWith<'post'>>(props: Change<P> & WithBody<P> & Words) {
  const { to, options, body, effect, ...dialog } = props;
  const send = useSend(to, ...([options] as never));
  return (
    <SendDialog {...dialog} send={send} onConfirm={() => send.mutate(body)}>
      {typeof effect === 'string' ? <p>{effect}</p> : effect}
    </SendDialog>
  );
}

type Reasoned<P extends PathsWith<'post'>> = Words &
  Pick<ReasonDialogProps, 'readBy' | 'dismiss'> & {
    /** What else the body has. */
    more?: Partial<BodyOf<P, 'post'>>;
  };

/** A button that asks for the reason of one change and sends it with that. */
export function ReasonButton<P extends PathsWith<'post'>>(props: ButtonOf<P> & Reasoned<P>) {
  const { to, options, title, effect, confirm, danger, readBy, dismiss, more, ...button } = props;
  const asked = { to, options, title, effect, confirm, danger, readBy, dismiss, more };
  return <DialogButton {...button} dialog={<Reason {...asked} />} />;
}

/** The dialog of `ReasonButton`, for a button of another kind. */
export function Reason<P extends PathsWith<'post'>>(props: Change<P> & Reasoned<P>) {
  const { to, options, more, ...dialog } = props;
  const send = useSend(to, ...([options] as never));
  const mutate = (reason: string): void => send.mutate({ ...more, reason } as BodyOf<P, 'post'>);
  return <ReasonDialog {...dialog} send={send} onConfirm={({ text }) => mutate(text)} />;
}
