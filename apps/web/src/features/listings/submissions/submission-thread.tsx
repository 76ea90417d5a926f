import type { ReactNode } from 'react';
import type { SubmissionView } from '../../../api/views.js';
import { Card } from '../../../components/layout/page.js';
import { Timeline } from '../../../components/layout/timeline.js';
import { humanize } from '../../../lib/format.js';
import { visible } from '../../../lib/visible.js';

/** What reviewers and the author said, about this submission and earlier ones of the Drive. */
export function SubmissionThread({ of: { id, thread } }: { of: SubmissionView }): ReactNode {
  if (thread.length === 0) return null;
  return (
    <Card title="Thread">
      <Timeline
        items={thread.map((one, i) => ({
          id: `${one.at} ${i}`,
          at: one.at,
          title: one.decision ? humanize(one.decision) : 'Answered',
          by: `${visible(one.writer)}${one.submission_id === id ? '' : `, ${one.version ?? 'an earlier version'}`}`,
          text: <span className="pre-line">{visible(one.text, true)}</span>,
        }))}
      />
    </Card>
  );
}
