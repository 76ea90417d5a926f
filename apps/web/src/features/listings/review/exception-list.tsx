import { Link } from '@tanstack/react-router';
import { useGet, type ReviewExceptionView } from '../../../api/hooks.js';
import { ApprovalList } from '../../../components/review/approval-list.js';
import { ReasonButton } from '../../../components/forms/post-button.js';
import { Resource } from '../../../components/feedback/resource.js';
import { Card } from '../../../components/layout/page.js';
import { EmptyState, StatusBadge } from '../../../components/feedback/feedback.js';
import { When } from '../../../components/values/values.js';
import { formatUtcDate, humanize } from '../../../lib/format.js';
import { visible } from '../../../lib/visible.js';
import { texts } from '../texts/review.js';
import { common, rich } from '../../../text/common.js';

/** Exceptions with their reviewers; any reviewer ends one. */
export function ExceptionList({ of: exceptions, drive }: { of: readonly ReviewExceptionView[]; drive?: boolean }) {
  return (
    <ul className="checks" aria-label={texts.exceptions.title}>
      {exceptions.map((exception) => (
        <Row key={exception.id} exception={exception} drive={drive === true} />
      ))}
    </ul>
  );
}

interface ExceptionsOfProps {
  state: 'in_force' | 'ending' | 'expired' | 'all';
  /** Said while there is none. */
  empty: string;
}

/** Exceptions of all Drives in a state. */
export function ExceptionsOf({ state, empty }: ExceptionsOfProps) {
  const exceptions = useGet('/api/v1/review/exceptions', { query: { state } }, { refreshMs: 10_000 });
  return (
    <Resource of={exceptions} what={common.theExceptions}>
      {({ items }) =>
        items.length === 0 ? (
          <EmptyState>{empty}</EmptyState>
        ) : (
          <Card>
            <ExceptionList of={items} drive />
          </Card>
        )
      }
    </Resource>
  );
}

/** Those that one reviewer proposed, each with a link to where another decides. */
export function WaitingExceptions() {
  const label = texts.exceptions.waiting;
  return <ApprovalList label={label} empty={texts.exceptions.noneWaiting} kind="review_exception" state="waiting" />;
}

function Row({ exception, drive }: { exception: ReviewExceptionView; drive: boolean }) {
  const label = texts.exceptionList.endException;
  return (
    <li>
      <div className="row">
        <h3>
          {drive ? (
            <Link to="/review/submissions/$id" params={{ id: exception.submission_id }} search={{ tab: 'exceptions' }}>
              {visible(exception.drive_name)}
            </Link>
          ) : exception.kind === 'custom_tier' ? (
            texts.exceptionList.customPrice
          ) : (
            texts.exceptionList.waivedCheck
          )}
        </h3>
        <code>{exception.check_id}</code>
        <span>{humanize(exception.criterion)}</span>
        <StatusBadge kind="exception" code={exception.state} />
      </div>
      <p className="small">{visible(exception.reason)}</p>
      <p className="small dim">
        {rich(texts.exceptionList.proposedByUntil, {
          proposedBy: visible(exception.proposed_by),
          confirmedBy: visible(exception.confirmed_by ?? ''),
          time: <When at={exception.confirmed_at} />,
          date: formatUtcDate(exception.ends_at),
          endReason: exception.end_reason ? `. ${visible(exception.end_reason)}` : '',
        })}
      </p>
      {exception.state === 'in_force' ? (
        <div className="row">
          <ReasonButton
            size="compact-sm"
            to="/api/v1/review/exceptions/{id}/end"
            options={{ path: { id: exception.id } }}
            title={texts.exceptionList.dialogTitle(label, exception.check_id)}
            effect={<p>{texts.exceptionList.explanation}</p>}
            readBy={common.visibleToReviewers}
            confirm={label}
          >
            {label}
          </ReasonButton>
        </div>
      ) : null}
    </li>
  );
}
