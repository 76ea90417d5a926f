import type { ReactNode } from 'react';
import { useGet, useSend } from '../../../../api/hooks.js';
import type { ConcernView } from '../../../../api/schema.js';
import { PostButton } from '../../../../components/forms/post-button.js';
import { ReasonDialog } from '../../../../components/forms/reason-dialog.js';
import { DialogButton } from '../../../../components/layout/dialog-button.js';
import { Card } from '../../../../components/layout/page.js';
import { Cases } from '../../../../components/review/cases.js';
import { When } from '../../../../components/values/values.js';
import { visible } from '../../../../lib/visible.js';
import { texts as shared } from '../../../../components/texts/review.js';
import { texts } from '../../texts/concerns.js';
import { REFRESH_MS } from './lists.js';

const words = texts.review;

/** What anybody reported about plugins: claimed, and closed with an outcome. */
export function Concerns(): ReactNode {
  const list = useGet('/api/v1/review/concerns', undefined, { refreshMs: REFRESH_MS });
  return (
    <Cases of={list} empty={words.empty}>
      {(one) => <Concern key={one.id} of={one} />}
    </Cases>
  );
}

function Concern({ of }: { of: ConcernView }): ReactNode {
  const { id, outcome, claimed_by: holder } = of;
  const actions = of.yours ? (
    <div className="row">
      <PostButton to="/api/v1/review/concerns/{id}/release" options={{ path: { id } }} body={undefined}>
        {shared.claim.release}
      </PostButton>
      <Close id={id} outcome="no_action" />
      <Close id={id} outcome="acted" />
    </div>
  ) : of.claimable ? (
    <PostButton to="/api/v1/review/concerns/{id}/claim" options={{ path: { id } }} body={undefined}>
      {shared.claim.claim}
    </PostButton>
  ) : null;
  return (
    <Card title={`${visible(of.drive_name)}: ${texts.kinds[of.kind]}`} actions={outcome ? null : actions}>
      <p className="dim">
        {visible(of.author)} · <When at={of.reported_at} />
        {holder ? ` · ${words.claimedBy(visible(holder))}` : null}
      </p>
      <p className="pre-line measure">{visible(of.text, true)}</p>
      <p className="pre-line measure dim">
        {outcome ? words.ended(outcome, visible(of.reason ?? '', true)) : words.address[of.answered ? 'left' : 'none']}
      </p>
    </Card>
  );
}

function Close({ id, outcome }: { id: string; outcome: NonNullable<ConcernView['outcome']> }): ReactNode {
  const send = useSend('/api/v1/review/concerns/{id}/close', { path: { id }, toast: words.closed });
  const { name, effect } = words.outcomes[outcome];
  const dialog = { title: name, effect, readBy: words.readBy, confirm: name, send };
  return (
    <DialogButton
      variant="default"
      dialog={(close) => (
        <ReasonDialog {...dialog} onClose={close} onConfirm={({ text: reason }) => send.mutate({ outcome, reason })} />
      )}
    >
      {name}
    </DialogButton>
  );
}
