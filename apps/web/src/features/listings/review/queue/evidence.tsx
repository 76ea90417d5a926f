import type { ReactNode } from 'react';
import { useGet } from '../../../../api/hooks.js';
import { StatusBadge } from '../../../../components/feedback/status-badge.js';
import { When } from '../../../../components/values/when.js';
import { visible } from '../../../../lib/visible.js';
import { keys, REFRESH_MS, ShortList } from './lists.js';

/** Claims of live Drives that nothing stands behind any more, or not for long. */
export function Evidence(): ReactNode {
  const list = useGet('/api/v1/review/evidence', undefined, { refreshMs: REFRESH_MS });
  return (
    <div className="stack">
      {keys}
      <ShortList
        label="Missing or expiring evidence"
        what="the evidence"
        of={list}
        empty="Every claim of every live Drive has evidence valid for at least 30 more days."
        rowKey={(row) => `${row.drive_id} ${row.claim}`}
        columns={[
          { id: 'drive', title: 'Drive', cell: (row) => visible(row.drive_name) },
          { id: 'author', title: 'Author', cell: (row) => visible(row.author) },
          { id: 'claim', title: 'Claim', wrap: true, cell: (row) => visible(row.claim) },
          { id: 'state', title: 'Status', cell: (row) => <StatusBadge kind="evidence" code={row.state} /> },
          { id: 'since', title: 'Since or until', cell: (row) => <When at={row.since} /> },
          {
            id: 'file',
            title: 'File',
            wrap: true,
            cell: ({ evidence }) =>
              evidence ? (
                <a href={`/api/v1/review/evidence/${evidence.id}/file`} download>
                  {visible(evidence.file_name)}
                </a>
              ) : (
                'none'
              ),
          },
        ]}
      />
    </div>
  );
}
