import type { ReactNode } from 'react';
import { useGet } from '../../../../api/hooks.js';
import { StatusBadge } from '../../../../components/feedback/feedback.js';
import { When } from '../../../../components/values/values.js';
import { visible } from '../../../../lib/visible.js';
import { keys, REFRESH_MS, ShortList } from './lists.js';
import { texts } from '../../texts/review.js';
import { common } from '../../../../text/common.js';

/** Claims of live Drives whose evidence is missing, expired or about to expire. */
export function Evidence(): ReactNode {
  const list = useGet('/api/v1/review/evidence', undefined, { refreshMs: REFRESH_MS });
  return (
    <div className="stack">
      {keys}
      <ShortList
        label={texts.queueEvidence.tableLabel}
        what={texts.queueEvidence.names.evidence}
        of={list}
        empty={texts.queueEvidence.empty}
        rowKey={(row) => `${row.drive_id} ${row.claim}`}
        titles={texts.queueEvidence.columns}
        columns={[
          { id: 'drive', cell: (row) => visible(row.drive_name) },
          { id: 'author', cell: (row) => visible(row.author) },
          { id: 'claim', wrap: true, cell: (row) => visible(row.claim) },
          { id: 'state', cell: (row) => <StatusBadge kind="evidence" code={row.state} /> },
          { id: 'since', cell: (row) => <When at={row.since} /> },
          {
            id: 'file',
            wrap: true,
            cell: ({ evidence }) =>
              evidence ? (
                <a href={`/api/v1/review/evidence/${evidence.id}/file`} download>
                  {visible(evidence.file_name)}
                </a>
              ) : (
                common.none
              ),
          },
        ]}
      />
    </div>
  );
}
