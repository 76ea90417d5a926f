import { useSend, type ReviewWorkspaceView } from '../../../api/hooks.js';
import { ConfirmButton, PostButton } from '../../../components/forms/post-button.js';
import { firstOpen } from '../../../components/review/criteria.js';
import { ClaimButton } from '../../../components/review/claim.js';
import { texts as shared } from '../../../components/texts/review.js';
import { Alert, ToneBadge } from '../../../components/feedback/feedback.js';
import { Since, When } from '../../../components/values/values.js';
import { formatSpan, formatUtc } from '../../../lib/format.js';
import { visible } from '../../../lib/visible.js';
import { texts } from '../texts/review.js';
import { common, rich } from '../../../text/common.js';

/**
 * Who works on the case and who must act. It is claimed by a button, and another reviewer's is taken over on purpose.
 */
export function CaseBar({ of: view }: { of: ReviewWorkspaceView }) {
  const path = { id: view.submission_id };
  const hold = useSend('/api/v1/review/submissions/{id}/claim', { path, onDone: firstOpen });
  if (view.own) return <Alert tone="warn">{texts.caseBar.notice}</Alert>;
  if (view.state !== 'in_review') return <Clock of={view} />;
  return (
    <div className="stack stack-8">
      <Clock of={view} />
      <Meanwhile of={view} />
      {view.hold === null ? (
        <div className="row">
          <span>{texts.caseBar.unassigned}</span>
          <ClaimButton send={hold} onClaim={() => hold.mutate({})} />
        </div>
      ) : view.hold.yours ? (
        <div className="row">
          <span>
            {rich(texts.caseBar.assignedToYou, {
              date: <span className="num">{formatUtc(view.hold.until)}</span>,
            })}
          </span>
          <PostButton to="/api/v1/review/submissions/{id}/release" options={{ path }} body={undefined}>
            {shared.claim.release}
          </PostButton>
        </div>
      ) : (
        <TakeOver hold={view.hold} path={path} />
      )}
    </div>
  );
}

/** The reviewer decides about the submitted revision, and sees that the Drive already serves another. */
function Meanwhile({ of: { changed_meanwhile: found } }: { of: ReviewWorkspaceView }) {
  if (!found) return null;
  return (
    <Alert tone="warn">
      {rich(texts.caseBar.meanwhileNotice, {
        version: found.version === null ? texts.caseBar.anotherManifest : texts.caseBar.version(visible(found.version)),
        time: <When at={found.noticed_at} />,
      })}
    </Alert>
  );
}

function Clock({ of: { clock, round } }: { of: ReviewWorkspaceView }) {
  if (!clock) return null;
  const parts = [
    clock.reviewer_ms > 0 ? texts.caseBar.reviewersTook(formatSpan(clock.reviewer_ms)) : null,
    clock.author_ms > 0 ? texts.caseBar.authorTook(formatSpan(clock.author_ms)) : null,
    clock.portal_ms > 0 ? texts.caseBar.checksTook(formatSpan(clock.portal_ms)) : null,
  ].filter(Boolean);
  return (
    <p className="row small">
      <span>
        {rich(texts.caseBar.waitingSince(clock.party === null, clock.party === 'reviewer'), {
          time: <When at={clock.since} />,
          date: clock.due_at ? texts.caseBar.dueDate(formatUtc(clock.due_at)) : '',
        })}
      </span>
      {clock.overdue ? <ToneBadge tone="bad">{common.overdue}</ToneBadge> : null}
      <span className="dim">
        {texts.caseBar.round(round, parts.length > 0 ? texts.caseBar.soFar(parts.join(', ')) : '')}
      </span>
    </p>
  );
}

function TakeOver({ hold, path }: { hold: NonNullable<ReviewWorkspaceView['hold']>; path: { id: string } }) {
  return (
    <Alert tone="warn">
      <div className="row">
        <span>
          {rich(texts.caseBar.reviewingCase, {
            holder: visible(hold.holder),
            duration: <Since at={hold.since} />,
            date: <span className="num">{formatUtc(hold.until)}</span>,
          })}
        </span>
        <ConfirmButton
          to="/api/v1/review/submissions/{id}/claim"
          options={{ path }}
          body={{ takeover: true }}
          title={texts.caseBar.takeOverDialogTitle}
          effect={texts.caseBar.takeOverExplanation(visible(hold.holder))}
          confirm={texts.caseBar.takeOver}
        >
          {texts.caseBar.takeOver}
        </ConfirmButton>
      </div>
    </Alert>
  );
}
