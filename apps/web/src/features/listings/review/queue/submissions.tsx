import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { useList } from '../../../../api/hooks.js';
import type { Schemas } from '../../../../api/types.js';
import { ListTable } from '../../../../components/tables/data-table.js';
import { EmptyState } from '../../../../components/feedback/states.js';
import { StatusBadge } from '../../../../components/feedback/status-badge.js';
import { When } from '../../../../components/values/when.js';
import { formatCount } from '../../../../lib/format.js';
import { useClearUrlState } from '../../../../lib/url-state.js';
import { visible } from '../../../../lib/visible.js';
import { dues, Filter, kinds, parties, useFilter, type Choice } from './filters.js';
import { clock, keys, REFRESH_MS } from './lists.js';

type Row = Schemas['SubmissionRowView'];

const holders: readonly Choice<'mine' | 'others' | 'free'>[] = [
  { value: '', label: 'Anyone' },
  { value: 'mine', label: 'Me' },
  { value: 'others', label: 'Others' },
  { value: 'free', label: 'Nobody' },
];

/** What a reviewer looks at first: what failed, then what was waived or never ran; of what passed only how many. */
function checksOf({ passed, failed, waived, open }: Row['checks']): string {
  const parts = [
    failed > 0 ? `${formatCount(failed)} failed` : '',
    waived > 0 ? `${formatCount(waived)} waived` : '',
    open > 0 ? `${formatCount(open)} open` : '',
    `${formatCount(passed)} passed`,
  ];
  return parts.filter((part) => part !== '').join(', ');
}

/** Submissions by their clock: who acts, what the checks found, who holds the case. */
export function Submissions(): ReactNode {
  const [party, setParty] = useFilter('party', parties);
  const [kind, setKind] = useFilter('kind', kinds);
  const [held, setHeld] = useFilter('claimed', holders);
  const [dueBy, setDue] = useFilter('due', dues);
  const clear = useClearUrlState('party', 'kind', 'claimed', 'due');
  const query = {
    ...(party && { party }),
    ...(kind && { kind }),
    ...(held && { claimed: held }),
    ...(dueBy && { due: dueBy }),
  };
  const list = useList('/api/v1/review/submissions', { query }, { refreshMs: REFRESH_MS });
  return (
    <div className="stack">
      <div className="row">
        <Filter label="Who acts" choices={parties} value={party} onChange={setParty} />
        <Filter label="Kind" choices={kinds} value={kind} onChange={setKind} />
        <Filter label="Assigned to" choices={holders} value={held} onChange={setHeld} />
        <Filter label="Due" choices={dues} value={dueBy} onChange={setDue} />
      </div>
      {keys}
      <ListTable
        label="Submissions"
        list={list}
        rowKey={(row) => row.id}
        onClearFilters={party === 'author' || kind || held || dueBy ? clear : undefined}
        empty={<EmptyState>No submissions waiting. Submissions appear when their checks have passed.</EmptyState>}
        columns={[
          {
            id: 'item',
            title: 'Item',
            cell: (row) => (
              <Link to="/review/submissions/$id" params={{ id: row.id }}>
                {visible(row.title)}
              </Link>
            ),
          },
          {
            id: 'author',
            title: 'Author',
            cell: (row) => (
              <>
                {visible(row.author)}{' '}
                <span className="small dim">{row.kind === 'initial' ? 'First version' : 'Update'}</span>
              </>
            ),
          },
          {
            id: 'risk',
            title: 'Risk',
            cell: (row) =>
              row.risks.length === 0 ? (
                'none'
              ) : (
                <span className="row">
                  {row.risks.map((risk) => (
                    <StatusBadge key={risk} kind="risk" code={risk} />
                  ))}
                </span>
              ),
          },
          { id: 'checks', title: 'Checks', cell: (row) => checksOf(row.checks) },
          ...clock<Row>(),
          {
            id: 'held',
            title: 'Assigned to',
            cell: (row) =>
              row.holder === null ? (
                'nobody'
              ) : (
                <>
                  {row.yours ? 'you' : visible(row.holder)} <When at={row.claimed_at} />
                </>
              ),
          },
          { id: 'state', title: 'Status', cell: (row) => <StatusBadge kind="version" code={row.state} /> },
        ]}
      />
    </div>
  );
}
