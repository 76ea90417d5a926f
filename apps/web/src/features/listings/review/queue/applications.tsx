import type { ReactNode } from 'react';
import { useList } from '../../../../api/hooks.js';
import type { Schemas } from '../../../../api/types.js';
import { ListTable } from '../../../../components/tables/data-table.js';
import { StatusBadge } from '../../../../components/feedback/feedback.js';
import { useClearUrlState } from '../../../../lib/url-state.js';
import { dues, Filter, parties, useFilter } from './filters.js';
import { applicant, keys, REFRESH_MS, waiting } from './lists.js';
import { texts } from '../../texts/review.js';

type ApplicationRow = Schemas['QueueRowView'];

/** Applications by their clock. */
export function Applications(): ReactNode {
  const [party, setParty] = useFilter('party', parties);
  const [dueBy, setDue] = useFilter('due', dues);
  const clear = useClearUrlState('party', 'due');
  const query = { ...(party && { party }), ...(dueBy && { due: dueBy }) };
  const list = useList('/api/v1/review/applications', { query }, { refreshMs: REFRESH_MS });
  return (
    <div className="stack">
      <div className="row">
        <Filter label={texts.queueApplications.whoActs} choices={parties} value={party} onChange={setParty} />
        <Filter label={texts.queueApplications.due} choices={dues} value={dueBy} onChange={setDue} />
      </div>
      {keys}
      <ListTable
        label={texts.queueApplications.tableLabel}
        list={list}
        onClearFilters={party === 'author' || dueBy ? clear : undefined}
        empty={texts.queueApplications.empty}
        titles={texts.queueLists.columns}
        columns={[
          ...applicant<ApplicationRow>(),
          ...waiting<ApplicationRow>(),
          { id: 'state', cell: (row) => <StatusBadge kind="application" code={row.state} /> },
        ]}
      />
    </div>
  );
}
