import { Button } from '@mantine/core';
import { useEffect, useRef, useState } from 'react';
import type { ReactNode } from 'react';
import { useSend } from '../../../api/hooks.js';
import type { Workspace } from '../../../api/views.js';
import { Dialog } from '../../../components/layout/dialog.js';
import { Alert, SendError } from '../../../components/feedback/states.js';
import { ToneBadge } from '../../../components/feedback/status-badge.js';
import { Since, When } from '../../../components/values/when.js';
import { formatSpan, formatUtc } from '../../../lib/format.js';
import { keepFocus } from '../../../lib/keep-focus.js';
import { visible } from '../../../lib/visible.js';

/** Who works on the case and whose turn it is. Opening a free case takes it; another reviewer's is taken over on purpose. */
export function CaseBar({ of: view }: { of: Workspace }): ReactNode {
  const path = { id: view.submission_id };
  const hold = useSend('/api/v1/review/submissions/{id}/claim', { path });
  const release = useSend('/api/v1/review/submissions/{id}/release', { path });
  const free = view.state === 'in_review' && view.hold === null && !view.own;
  const opened = useRef('');
  const take = hold.mutate;
  useEffect(() => {
    // Once per case: a case that was given back stays free until its reader takes it again.
    if (opened.current === view.submission_id) return;
    opened.current = view.submission_id;
    if (free) take({});
  }, [free, take, view.submission_id]);
  if (view.own)
    return (
      <Alert tone="warn">
        You belong to this organisation, or did within the last 180 days. Another reviewer must decide.
      </Alert>
    );
  if (view.state !== 'in_review') return <Clock of={view} />;
  return (
    <div className="stack stack-8">
      <Clock of={view} />
      <Meanwhile of={view} />
      <SendError error={hold.error ?? release.error} />
      {view.hold === null ? (
        <div className="row">
          <span>Unassigned</span>
          <Button variant="default" loading={hold.isPending} onClick={() => hold.mutate({})}>
            Claim review
          </Button>
        </div>
      ) : view.hold.yours ? (
        <div className="row">
          <span>
            Assigned to you until <span className="num">{formatUtc(view.hold.until)}</span>. Each verdict extends this.
          </span>
          <Button variant="default" loading={release.isPending} onClick={() => release.mutate()}>
            Unassign
          </Button>
        </div>
      ) : (
        <TakeOver hold={view.hold} busy={hold.isPending} onTakeOver={() => hold.mutate({ takeover: true })} />
      )}
    </div>
  );
}

/** The reviewer decides about what was submitted, and knows that the Drive serves something else already. */
function Meanwhile({ of: { changed_meanwhile: found } }: { of: Workspace }): ReactNode {
  if (!found) return null;
  return (
    <Alert tone="warn">
      The Drive serves {found.version === null ? 'another manifest' : `version ${visible(found.version)}`}, not the one
      that was submitted. Your decision applies to the submitted manifest. The change is reviewed after this submission.{' '}
      <When at={found.noticed_at} />
    </Alert>
  );
}

function Clock({ of: { clock, round } }: { of: Workspace }): ReactNode {
  if (!clock) return null;
  const parts = [
    clock.reviewer_ms > 0 ? `reviewers ${formatSpan(clock.reviewer_ms)}` : null,
    clock.author_ms > 0 ? `author ${formatSpan(clock.author_ms)}` : null,
    clock.portal_ms > 0 ? `checks ${formatSpan(clock.portal_ms)}` : null,
  ].filter(Boolean);
  return (
    <p className="row small">
      <span>
        {clock.party === null
          ? 'Overdue since '
          : clock.party === 'reviewer'
            ? 'Waiting for us since '
            : 'Waiting for the author since '}
        <When at={clock.since} />
        {clock.due_at ? `, due ${formatUtc(clock.due_at)}` : ''}
      </span>
      {clock.overdue ? <ToneBadge tone="bad">Overdue</ToneBadge> : null}
      <span className="dim">
        Round {round}
        {parts.length > 0 ? ` · so far: ${parts.join(', ')}` : ''}
      </span>
    </p>
  );
}

function TakeOver({
  hold,
  busy,
  onTakeOver,
}: {
  hold: NonNullable<Workspace['hold']>;
  busy: boolean;
  onTakeOver: () => void;
}): ReactNode {
  const [open, setOpen] = useState(false);
  return (
    <Alert tone="warn">
      <div className="row">
        <span>
          {visible(hold.holder)} is reviewing this case <Since at={hold.since} />, until{' '}
          <span className="num">{formatUtc(hold.until)}</span>.
        </span>
        <Button variant="default" loading={busy} onClick={() => setOpen(true)}>
          Take over
        </Button>
      </div>
      <Dialog open={open} title="Take over this case" onClose={() => setOpen(false)}>
        <p>
          {visible(hold.holder)} can no longer review or decide. Their verdicts stay. The audit trail records both
          names.
        </p>
        <div className="dialog-actions">
          <Button variant="default" onMouseDown={keepFocus} onClick={() => setOpen(false)}>
            Cancel
          </Button>
          <Button
            onMouseDown={keepFocus}
            onClick={() => {
              setOpen(false);
              onTakeOver();
            }}
          >
            Take over
          </Button>
        </div>
      </Dialog>
    </Alert>
  );
}
