import type { ReactNode } from 'react';
import { useGet, useSend } from '../../../../api/hooks.js';
import type { ConcernView } from '../../../../api/schema.js';
import { EmptyState, ToneBadge } from '../../../../components/feedback/feedback.js';
import { Resource } from '../../../../components/feedback/resource.js';
import { PostButton } from '../../../../components/forms/post-button.js';
import { ReasonDialog } from '../../../../components/forms/reason-dialog.js';
import { DialogButton } from '../../../../components/layout/dialog-button.js';
import { Card } from '../../../../components/layout/page.js';
import { When } from '../../../../components/values/values.js';
import { visible } from '../../../../lib/visible.js';
import { texts } from '../../texts/concerns.js';

const words = texts.review;

/** What anybody reported about plugins: claimed, and closed with an outcome. */
export function Concerns(): ReactNode {
  const list = useGet('/api/v1/review/concerns', undefined, { refreshMs: 15_000 });
  return (
    <Resource of={list}>
      {({ items }) =>
        items.length === 0 ? (
          <EmptyState>{words.empty}</EmptyState>
        ) : (
          <div className="stack">
            {items.map((one) => (
              <Concern key={one.id} of={one} />
            ))}
          </div>
        )
      }
    </Resource>
  );
}

function Concern({ of }: { of: ConcernView }): ReactNode {
  const { outcome, reason, claimed_by: holder } = of;
  return (
    <Card title={`${visible(of.drive_name)}: ${texts.kinds[of.kind]}`} actions={outcome ? null : <Actions of={of} />}>
      <p className="dim">
        {visible(of.author)} · <When at={of.reported_at} />
        {holder ? ` · ${words.claimedBy(visible(holder))}` : null}
      </p>
      <p className="pre-line measure">{visible(of.text, true)}</p>
      {outcome ? (
        <p className="pre-line measure">
          <ToneBadge tone="neutral">{words.ended[outcome]}</ToneBadge> <When at={of.ended_at} />:{' '}
          {visible(reason ?? '', true)}
        </p>
      ) : (
        <p className="small dim">{of.answered ? words.withAddress : words.withoutAddress}</p>
      )}
    </Card>
  );
}

function Actions({ of: { id, yours, claimable } }: { of: ConcernView }): ReactNode {
  if (!yours)
    return !claimable ? null : (
      <PostButton
        to="/api/v1/review/concerns/{id}/claim"
        options={{ path: { id }, toast: words.claimed }}
        body={undefined}
      >
        {words.claim}
      </PostButton>
    );
  return (
    <div className="row">
      <Close id={id} outcome="no_action" />
      <Close id={id} outcome="acted" />
    </div>
  );
}

function Close({ id, outcome }: { id: string; outcome: NonNullable<ConcernView['outcome']> }): ReactNode {
  const send = useSend('/api/v1/review/concerns/{id}/close', { path: { id }, toast: words.closed });
  return (
    <DialogButton
      variant="default"
      dialog={(close) => (
        <ReasonDialog
          title={words.outcomes[outcome]}
          effect={words.effects[outcome]}
          readBy={words.readBy}
          confirm={words.outcomes[outcome]}
          send={send}
          onClose={close}
          onConfirm={({ text: reason }) => send.mutate({ outcome, reason })}
        />
      )}
    >
      {words.outcomes[outcome]}
    </DialogButton>
  );
}
