import { useNavigate } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { useList, useGet, type QueueRowView } from '../../../../api/hooks.js';
import { UrlTabs } from '../../../../components/layout/url-tabs.js';
import { useReviewHome } from '../../../../components/review/review-home.js';
import { Page } from '../../../../components/layout/page.js';
import { StatusBadge } from '../../../../components/feedback/feedback.js';
import { useUrlState, useClearUrlState } from '../../../../lib/url-state.js';
import { WaitingContent } from '../../content/waiting-content.js';
import { Concerns } from './concerns.js';
import { Appeals } from './appeals.js';
import { ReviewDecisions, ReviewFigures } from './review-figures.js';
import { Submissions } from './submissions.js';
import { texts as concernTexts } from '../../texts/concerns.js';
import { texts as contentTexts } from '../../texts/content.js';
import { texts } from '../../texts/review.js';
import { common } from '../../../../text/common.js';
import { PostButton } from '../../../../components/forms/post-button.js';
import { EvidenceDecision } from './evidence-decision.js';
import { ExceptionsOf, WaitingExceptions } from '../exception-list.js';
import { EvidenceFile } from '../../../../components/drives/evidence-file.js';
import { Resource } from '../../../../components/feedback/resource.js';
import { DataTable, ListTable } from '../../../../components/tables/data-table.js';
import { applicant, firstRow, held, Keys, REFRESH_MS, useDue, useHeld, useKind, useParty, waiting } from './lists.js';
import { When } from '../../../../components/values/values.js';
import { visible } from '../../../../lib/visible.js';

/**
 * Cases that wait for a reviewer or an author, by their clock: submissions, applications, exceptions, evidence that
 * ends. The one that is due first is claimed and opened; the filter by kind holds for that too.
 */
export function QueuePage(): ReactNode {
  const [tab] = useUrlState('tab', 'submissions');
  const navigate = useNavigate();
  const [kind] = useKind();
  const counts = useReviewHome().data?.counts;
  const counted = (name: string, of: string): string =>
    counts?.[of] === undefined ? name : texts.queueLists.counted(name, counts[of]);
  const of = tab === 'applications' ? 'application' : 'submission';
  const claimNext = (
    <PostButton
      variant="filled"
      to="/api/v1/review/cases/claim-next"
      options={{ onDone: ({ id }) => void navigate({ to: `/review/${of}s/$id`, params: { id } }) }}
      body={{ of, ...(kind && { kind }) }}
    >
      {of === 'application' ? texts.queue.claimNextApplication : texts.queue.claimNext}
    </PostButton>
  );
  return (
    <>
      <button type="button" className="skip-link" onClick={firstRow}>
        {texts.queueLists.skip}
      </button>
      <Page title={texts.queue.title} actions={claimNext}>
        <ReviewFigures />
        <UrlTabs
          tabs={{
            submissions: [counted(common.submissions, 'submissions'), <Submissions />],
            applications: [counted(common.applications, 'applications'), <Applications />],
            appeals: [counted(common.appeals, 'appeals'), <Appeals />],
            exceptions: [counted(texts.exceptions.title, 'exceptions'), <Exceptions />],
            evidence: [counted(common.evidence, 'evidence'), <Evidence />],
            content: [counted(contentTexts.review.tab, 'content'), <WaitingContent />],
            concerns: [counted(concernTexts.review.tab, 'concerns'), <Concerns />],
          }}
        />
        <ReviewDecisions />
      </Page>
    </>
  );
}

/** Applications by their clock. */
function Applications(): ReactNode {
  const [party, partyFilter] = useParty();
  const [claimed, heldFilter] = useHeld();
  const [dueBy, dueFilter] = useDue();
  const clear = useClearUrlState('party', 'claimed', 'due');
  const query = { ...(party && { party }), ...(claimed && { claimed }), ...(dueBy && { due: dueBy }) };
  const list = useList('/api/v1/review/applications', { query }, { refreshMs: REFRESH_MS });
  return (
    <div className="stack">
      <div className="row">
        {partyFilter}
        {heldFilter}
        {dueFilter}
      </div>
      <Keys />
      <ListTable
        label={common.applications}
        list={list}
        onClearFilters={party === 'author' || claimed || dueBy ? clear : undefined}
        empty={texts.queue.noApplications}
        titles={texts.queueLists.columns}
        columns={[
          ...applicant<QueueRowView>(),
          ...waiting<QueueRowView>(),
          { id: 'state', cell: (row) => <StatusBadge kind="application" code={row.state} /> },
          held,
        ]}
      />
    </div>
  );
}

/** Claims whose evidence waits for the reviewer, and of live Drives is missing, expired or about to expire. */
function Evidence(): ReactNode {
  const list = useGet('/api/v1/review/evidence', undefined, { refreshMs: REFRESH_MS });
  return (
    <div className="stack">
      <Keys />
      <Resource of={list} what={texts.queueEvidence.names.evidence}>
        {({ items }) => (
          <>
            <p>{texts.queueEvidence.waiting(items.filter(({ yours }) => yours).length)}</p>
            <DataTable
              label={texts.queueEvidence.tableLabel}
              rows={items}
              empty={texts.queueEvidence.empty}
              rowKey={(row) => `${row.drive_id} ${row.claim}`}
              titles={texts.queueEvidence.columns}
              columns={[
                { id: 'drive', cell: (row) => visible(row.drive_name) },
                { id: 'author', cell: (row) => visible(row.author) },
                { id: 'claim', cell: (row) => visible(row.text) },
                { id: 'state', cell: (row) => <StatusBadge kind="evidence" code={row.state} /> },
                { id: 'since', cell: (row) => <When at={row.since} /> },
                { id: 'file', cell: (row) => <EvidenceFile of={row.evidence} at="/api/v1/review/evidence" /> },
                {
                  id: 'act',
                  cell: ({ text, evidence, yours }) =>
                    yours && evidence ? <EvidenceDecision of={{ text, evidence }} /> : null,
                },
              ]}
            />
          </>
        )}
      </Resource>
    </div>
  );
}

/** Exceptions to review: pending ones, those that end soon, and ended ones. */
function Exceptions(): ReactNode {
  return (
    <div className="stack">
      <WaitingExceptions />
      <h2>{texts.exceptions.states.ending}</h2>
      <ExceptionsOf state="ending" empty={texts.queue.noExceptions} />
      <h2>{texts.exceptions.states.expired}</h2>
      <ExceptionsOf state="expired" empty={texts.queue.noExceptions} />
    </div>
  );
}
