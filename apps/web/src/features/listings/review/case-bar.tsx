import type { ReviewWorkspaceView } from '../../../api/hooks.js';
import { CaseClaim } from '../../../components/review/claim.js';
import { Alert, ToneBadge } from '../../../components/feedback/feedback.js';
import { When } from '../../../components/values/values.js';
import { formatSpan, formatUtc } from '../../../lib/format.js';
import { visible } from '../../../lib/visible.js';
import { texts } from '../texts/review.js';
import { common, rich } from '../../../text/common.js';

/** Who works on the case and who must act. */
export function CaseBar({ of: view }: { of: ReviewWorkspaceView }) {
  if (view.own) return <Alert tone="warn">{texts.caseBar.notice}</Alert>;
  if (view.state !== 'in_review') return <Clock of={view} />;
  return (
    <div className="stack stack-8">
      <Clock of={view} />
      <Meanwhile of={view} />
      <CaseClaim id={view.submission_id} hold={view.hold} />
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
