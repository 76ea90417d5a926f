import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { useGet } from '../../../../api/hooks.js';
import type { ReviewExceptionView } from '../../../../api/schema.js';
import { When } from '../../../../components/values/values.js';
import { visible } from '../../../../lib/visible.js';
import { due, keys, REFRESH_MS, ShortList } from './lists.js';
import { texts } from '../../texts/review.js';
import { common } from '../../../../text/common.js';

const EXCEPTIONS = [
  ['proposed', texts.queueExceptions.waitingSecondReviewer],
  ['ending', texts.queueExceptions.endingWithin30Days],
  ['expired', texts.queueExceptions.expired],
] as const;

/** Exceptions to review: pending ones, those that end soon, and ended ones. */
export function Exceptions(): ReactNode {
  return (
    <div className="stack">
      {keys}
      {EXCEPTIONS.map(([state, title]) => (
        <ExceptionTable key={state} state={state} title={title} />
      ))}
    </div>
  );
}

function ExceptionTable({ state, title }: { state: (typeof EXCEPTIONS)[number][0]; title: string }): ReactNode {
  const list = useGet('/api/v1/review/exceptions', { query: { state } }, { refreshMs: REFRESH_MS });
  return (
    <section className="stack stack-8">
      <h2>{title}</h2>
      <ShortList
        label={title}
        what={common.theExceptions}
        of={list}
        empty={texts.queueExceptions.empty}
        rowKey={(row) => row.id}
        titles={{ ...texts.queueLists.columns, ...texts.queueExceptions.columns }}
        columns={[
          {
            id: 'item',
            cell: (row) => (
              <Link to="/review/submissions/$id" params={{ id: row.submission_id }} search={{ tab: 'exceptions' }}>
                {visible(row.drive_name)}
              </Link>
            ),
          },
          { id: 'check', cell: (row) => <code>{row.check_id}</code> },
          { id: 'by', cell: (row) => (row.yours ? common.youInText : visible(row.proposed_by)) },
          { id: 'since', cell: (row) => <When at={row.proposed_at} /> },
          state === 'proposed' ? due<ReviewExceptionView>() : { id: 'ends', cell: (row) => <When at={row.ends_at} /> },
        ]}
      />
    </section>
  );
}
