import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { useGet, useList } from '../../../../api/hooks.js';
import type { Schemas } from '../../../../api/types.js';
import { ListTable } from '../../../../components/tables/data-table.js';
import { EmptyState } from '../../../../components/feedback/states.js';
import { When } from '../../../../components/values/when.js';
import { visible } from '../../../../lib/visible.js';
import { applicant, due, keys, REFRESH_MS, ShortList } from './lists.js';

type AppealRow = Schemas['AppealRowView'];

/** Appeals of applicants, and of authors against refusals and removals; who had a part in it leaves them to others. */
export function Appeals(): ReactNode {
  return (
    <div className="stack">
      {keys}
      <h2>Submissions and removals</h2>
      <ListingAppeals />
      <h2>Applications</h2>
      <ApplicationAppeals />
    </div>
  );
}

function ListingAppeals(): ReactNode {
  const list = useList('/api/v1/review/appeals', { query: {} }, { refreshMs: REFRESH_MS });
  return (
    <ListTable
      label="Appeals about submissions and removals"
      list={list}
      rowKey={(row) => row.id}
      empty={<EmptyState>No appeals waiting. Authors can appeal a rejection or a removal.</EmptyState>}
      columns={[
        {
          id: 'item',
          title: 'Drive',
          cell: (row) => (
            <Link to="/review/appeals/$id" params={{ id: row.id }}>
              {visible(`${row.drive_name} ${row.version ?? ''}`.trim())}
            </Link>
          ),
        },
        { id: 'author', title: 'Author', cell: (row) => visible(row.author) },
        { id: 'about', title: 'Against', cell: (row) => (row.about === 'removal' ? 'the removal' : 'the rejection') },
        {
          id: 'who',
          title: 'Who decides',
          cell: (row) => (row.own_decision ? 'another reviewer: you were involved' : 'you can'),
        },
        { id: 'since', title: 'Since', cell: (row) => <When at={row.filed_at} /> },
        due<Schemas['ListingAppealRowView']>(),
      ]}
    />
  );
}

/** Refusals that an applicant contests; whoever refused leaves them to another reviewer. */
function ApplicationAppeals(): ReactNode {
  const list = useGet('/api/v1/review/applications/appeals', undefined, { refreshMs: REFRESH_MS });
  return (
    <ShortList
      label="Appeals of applicants"
      what="the appeals"
      of={list}
      empty="No appeals waiting. Applicants can appeal a rejection."
      rowKey={(row) => row.id}
      columns={[
        ...applicant<AppealRow>(),
        {
          id: 'refused',
          title: 'Refused by',
          cell: (row) => (row.refused_by_you ? 'you: another reviewer decides' : visible(row.refused_by)),
        },
        { id: 'since', title: 'Since', cell: (row) => <When at={row.filed_at} /> },
        due<AppealRow>(),
      ]}
    />
  );
}
