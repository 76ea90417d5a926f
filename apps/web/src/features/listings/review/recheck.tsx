import type { ReviewWorkspaceView } from '../../../api/hooks.js';
import { Alert, Refreshing, StatusLine } from '../../../components/feedback/feedback.js';
import { PostButton } from '../../../components/forms/post-button.js';
import { When } from '../../../components/values/values.js';
import { visible } from '../../../lib/visible.js';
import { texts } from '../texts/review.js';
import { common, rich } from '../../../text/common.js';

export const isRechecked = ({ recheck }: ReviewWorkspaceView): boolean => recheck !== null && recheck.ended_at === null;

/** The checks of the case once more, against the Drive as it is now. */
export function Recheck({ of: view, read }: { of: ReviewWorkspaceView; read: { dataUpdatedAt: number } }) {
  const last = view.recheck;
  const running = last !== null && last.ended_at === null;
  if (view.state !== 'in_review') return null;
  const why = view.hold?.yours ? (running ? texts.recheck.checksAreAlreadyRunning : null) : common.claimTheReviewFirst;
  return (
    <div className="stack stack-8">
      <div className="row">
        <PostButton
          to="/api/v1/review/submissions/{id}/recheck"
          options={{ path: { id: view.submission_id } }}
          body={undefined}
          whyNot={why}
        >
          {texts.recheck.rerunChecks}
        </PostButton>
        {running ? (
          <>
            <StatusLine>{texts.recheck.ofChecksHaveRun(last.checked, last.checks_total)}</StatusLine>
            <Refreshing of={read} />
          </>
        ) : null}
      </div>
      {last && !running ? (
        <Found last={last} titles={new Map(view.criteria.map(({ id, title }) => [id, title]))} />
      ) : null}
    </div>
  );
}

function Found({
  last,
  titles,
}: {
  last: NonNullable<ReviewWorkspaceView['recheck']>;
  titles: ReadonlyMap<string, string>;
}) {
  const reopened = last.reopened.map((id) => titles.get(id) ?? id).join(', ');
  const what = {
    passed: reopened ? texts.recheck.what.passed(reopened) : texts.recheck.what.passedPassedChanges,
    failed: texts.recheck.what.failed(
      reopened ? texts.recheck.toReviewAgain(reopened) : texts.recheck.itFailedBeforeToo,
    ),
    other_manifest: texts.recheck.what.otherManifest,
    dropped: texts.recheck.what.dropped,
  }[last.outcome ?? 'dropped'];
  return (
    <Alert tone={last.outcome === 'passed' && !reopened ? 'ok' : 'warn'}>
      {rich(texts.recheck.checkedAgainFor, {
        askedBy: visible(last.asked_by),
        time: <When at={last.ended_at ?? last.asked_at} />,
        what,
      })}
    </Alert>
  );
}
