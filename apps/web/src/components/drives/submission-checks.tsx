import type { SubmissionView } from '../../api/schema.js';
import { CheckList } from './check-list.js';
import { checksText } from './checks-text.js';
import { Card } from '../layout/page.js';
import { Refreshing, StatusLine } from '../feedback/feedback.js';
import { common } from '../../text/common.js';

export const isBeingChecked = ({ state }: SubmissionView): boolean => ['received', 'validating'].includes(state);

/** The checks of a submission; `read` is the query that asks for them again while they run. */
export function SubmissionChecks({ of: submission, read }: { of: SubmissionView; read: { dataUpdatedAt: number } }) {
  return (
    <Card title={common.checks} actions={isBeingChecked(submission) ? <Refreshing of={read} /> : null}>
      <StatusLine>{checksText(submission.check_counts).join(' ')}</StatusLine>
      <CheckList checks={submission.checks} />
    </Card>
  );
}
