import { useGet, useList, type AppealRowView, type ListingAppealRowView } from '../../../../api/hooks.js';
import { Resource } from '../../../../components/feedback/resource.js';
import { DataTable, ListTable } from '../../../../components/tables/data-table.js';
import { When } from '../../../../components/values/values.js';
import { visible } from '../../../../lib/visible.js';
import { applicant, due, held, Keys, REFRESH_MS } from './lists.js';
import { texts } from '../../texts/review.js';
import { common } from '../../../../text/common.js';

/** Appeals of applicants, and of authors against refusals and removals; who had a part in it leaves them to others. */
export function Appeals() {
  return (
    <div className="stack">
      <Keys />
      <h2>{texts.queueAppeals.submissionsAndRemovalsHeading}</h2>
      <ListingAppeals />
      <h2>{common.applications}</h2>
      <ApplicationAppeals />
    </div>
  );
}

function ListingAppeals() {
  const list = useList('/api/v1/review/appeals', { query: {} }, { refreshMs: REFRESH_MS });
  return (
    <ListTable
      label={texts.queueAppeals.tableLabel}
      list={list}
      empty={texts.queueAppeals.empty}
      titles={texts.queueAppeals.columns}
      columns={[
        {
          id: 'drive',
          to: '/review/appeals/$id',
          cell: (row) => visible(`${row.drive_name} ${row.version ?? ''}`.trim()),
        },
        { id: 'author', cell: (row) => visible(row.author) },
        {
          id: 'about',
          cell: (row) => (row.about === 'removal' ? texts.queueAppeals.theRemoval : texts.queueAppeals.theRejection),
        },
        {
          id: 'who',
          cell: (row) => (row.own_decision ? texts.queueAppeals.anotherReviewerInvolved : texts.queueAppeals.youCan),
        },
        { id: 'since', cell: (row) => <When at={row.filed_at} /> },
        due<ListingAppealRowView>(),
        held,
      ]}
    />
  );
}

/** Refusals that an applicant contests; decided by a reviewer other than the one who refused. */
function ApplicationAppeals() {
  const list = useGet('/api/v1/review/applications/appeals', undefined, { refreshMs: REFRESH_MS });
  return (
    <Resource of={list} what={texts.queueAppeals.theAppeals}>
      {({ items }) => (
        <DataTable
          label={texts.queueAppeals.ofApplicants}
          rows={items}
          empty={texts.queueAppeals.noneOfApplicants}
          titles={texts.queueAppeals.columns}
          columns={[
            ...applicant<AppealRowView>(),
            {
              id: 'refused',
              cell: (row) =>
                row.refused_by_you ? texts.queueAppeals.youAnotherReviewerDecides : visible(row.refused_by),
            },
            { id: 'since', cell: (row) => <When at={row.filed_at} /> },
            due<AppealRowView>(),
            held,
          ]}
        />
      )}
    </Resource>
  );
}
