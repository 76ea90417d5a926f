import type { ReactNode } from 'react';
import type { SubmissionView } from '../../../api/schema.js';
import { Card } from '../../../components/layout/page.js';
import { Timeline } from '../../../components/layout/timeline.js';
import { humanize } from '../../../lib/format.js';
import { visible } from '../../../lib/visible.js';
import { texts } from '../texts/submissions.js';
import { common } from '../../../text/common.js';

/** Messages of reviewers and the author, about this submission and earlier ones of the Drive. */
export function SubmissionThread({ of: { id, thread } }: { of: SubmissionView }): ReactNode {
  if (thread.length === 0) return null;
  return (
    <Card title={common.thread}>
      <Timeline
        items={thread.map((one, i) => ({
          id: `${one.at} ${i}`,
          at: one.at,
          title: one.decision ? humanize(one.decision) : texts.submissionThread.answered,
          by: `${visible(one.writer)}${one.submission_id === id ? '' : `, ${one.version ?? texts.submissionThread.anEarlierVersion}`}`,
          text: <span className="pre-line">{visible(one.text, true)}</span>,
        }))}
      />
    </Card>
  );
}
