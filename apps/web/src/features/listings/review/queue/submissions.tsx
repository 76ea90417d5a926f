import { useList, type SubmissionRowView } from '../../../../api/hooks.js';
import { ListTable } from '../../../../components/tables/data-table.js';
import { checksText } from '../../../../components/drives/checks-text.js';
import { useClearUrlState } from '../../../../lib/url-state.js';
import { visible } from '../../../../lib/visible.js';
import { useChoice } from '../../../../components/tables/filter.js';
import { clock, held, Keys, REFRESH_MS, useDue, useHeld, useKind, useParty } from './lists.js';
import { texts } from '../../texts/review.js';
import { common } from '../../../../text/common.js';

/** Submissions by their clock: who acts, the results of the checks, who claimed the case. */
export function Submissions() {
  const [party, partyFilter] = useParty();
  const [kind, kindFilter] = useKind();
  const [claimed, heldFilter] = useHeld();
  const [dueBy, dueFilter] = useDue();
  const [sort, sortField] = useChoice('sort', { ...texts.queueFilters.order, usual: 'worst' });
  const clear = useClearUrlState('party', 'kind', 'claimed', 'due');
  const query = {
    sort,
    ...(party && { party }),
    ...(kind && { kind }),
    ...(claimed && { claimed }),
    ...(dueBy && { due: dueBy }),
  };
  const list = useList('/api/v1/review/submissions', { query }, { refreshMs: REFRESH_MS });
  return (
    <div className="stack">
      <div className="row">
        {partyFilter}
        {kindFilter}
        {heldFilter}
        {dueFilter}
        {sortField}
      </div>
      <Keys />
      <ListTable
        label={common.submissions}
        list={list}
        onClearFilters={party === 'author' || kind || claimed || dueBy ? clear : undefined}
        empty={texts.queueSubmissions.empty}
        titles={texts.queueSubmissions.columns}
        columns={[
          {
            id: 'drive',
            to: '/review/submissions/$id',
            keepsSearch: true,
            cell: ({ title, former_name: before }) =>
              visible(before === null ? title : texts.queueSubmissions.renamed(title, before)),
          },
          {
            id: 'author',
            cell: (row) => (
              <>
                {visible(row.author)}{' '}
                <span className="small dim">
                  {row.kind === 'initial' ? common.firstVersion : texts.reviewSubmission.update}
                </span>
              </>
            ),
          },
          {
            id: 'worst',
            cell: ({ worst: { level, text } }) => (
              <span className="worst" data-tone={level}>
                {visible(text)}
              </span>
            ),
          },
          { id: 'checks', cell: (row) => checksText(row.checks).join(' ') },
          ...clock<SubmissionRowView>(),
          held,
        ]}
      />
    </div>
  );
}
