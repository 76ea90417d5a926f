import type { ReactNode } from 'react';
import { useGet, useSend } from '../../../../api/hooks.js';
import type { ConcernView } from '../../../../api/schema.js';
import { ReasonDialog } from '../../../../components/forms/reason-dialog.js';
import { DialogButton } from '../../../../components/layout/dialog-button.js';
import { Card } from '../../../../components/layout/page.js';
import { CaseClaim } from '../../../../components/review/claim.js';
import { Cases } from '../../../../components/review/cases.js';
import { When } from '../../../../components/values/values.js';
import { visible } from '../../../../lib/visible.js';
import { texts } from '../../texts/concerns.js';
import { REFRESH_MS } from './lists.js';

const words = texts.review;

/** What anybody reported about plugins: claimed, and closed with an outcome. */
export function Concerns(): ReactNode {
  const list = useGet('/api/v1/review/concerns', undefined, { refreshMs: REFRESH_MS });
  const first = list.data?.items.find(({ hold, outcome }) => !hold && !outcome)?.id;
  return (
    <Cases of={list} empty={words.empty}>
      {(one) => <Concern key={one.id} of={one} keyed={one.id === first} />}
    </Cases>
  );
}

function Concern({ of, keyed }: { of: ConcernView; keyed: boolean }): ReactNode {
  const { id, outcome, hold, ended_by: by } = of;
  const actions = (
    <div className="row">
      <CaseClaim id={id} hold={hold} keyed={keyed} />
      {hold?.yours
        ? [<Close key="no_action" id={id} outcome="no_action" />, <Close key="acted" id={id} outcome="acted" />]
        : null}
    </div>
  );
  return (
    <Card title={`${visible(of.drive_name)}: ${texts.kinds[of.kind]}`} actions={outcome ? null : actions}>
      <p className="dim">
        {visible(of.author)} · <When at={of.reported_at} />
        {by ? ` · ${words.closedBy(visible(by))}` : null}
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
