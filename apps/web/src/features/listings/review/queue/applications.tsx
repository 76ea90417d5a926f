import type { ReactNode } from 'react';
import { useList } from '../../../../api/hooks.js';
import type { QueueRowView } from '../../../../api/schema.js';
import { ListTable } from '../../../../components/tables/data-table.js';
import { StatusBadge } from '../../../../components/feedback/feedback.js';
import { useClearUrlState } from '../../../../lib/url-state.js';
import { useDue, useParty } from './filters.js';
import { applicant, keys, REFRESH_MS, waiting } from './lists.js';
import { texts } from '../../texts/review.js';
import { common } from '../../../../text/common.js';

/** Applications by their clock. */
export function Applications(): ReactNode {
  const [party, partyFilter] = useParty();
  const [dueBy, dueFilter] = useDue();
  const clear = useClearUrlState('party', 'due');
  const query = { ...(party && { party }), ...(dueBy && { due: dueBy }) };
  const list = useList('/api/v1/review/applications', { query }, { refreshMs: REFRESH_MS });
  return (
    <div className="stack">
      <div className="row">
        {partyFilter}
        {dueFilter}
      </div>
      {keys}
      <ListTable
        label={common.applications}
        list={list}
        onClearFilters={party === 'author' || dueBy ? clear : undefined}
        empty={texts.queueApplications.empty}
        titles={texts.queueLists.columns}
        columns={[
          ...applicant<QueueRowView>(),
          ...waiting<QueueRowView>(),
          { id: 'state', cell: (row) => <StatusBadge kind="application" code={row.state} /> },
        ]}
      />
    </div>
  );
}
