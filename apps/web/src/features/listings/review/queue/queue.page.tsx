import { useNavigate, Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { useSend, useList, useGet } from '../../../../api/hooks.js';
import { UrlTabs } from '../../../../components/layout/url-tabs.js';
import { Page } from '../../../../components/layout/page.js';
import { SendButton, StatusBadge } from '../../../../components/feedback/feedback.js';
import { useUrlState, useClearUrlState } from '../../../../lib/url-state.js';
import { Appeals } from './appeals.js';
import { useKind, useDue, useParty } from './filters.js';
import { Submissions } from './submissions.js';
import { texts } from '../../texts/review.js';
import { common } from '../../../../text/common.js';
import { ApprovalList } from '../../../../components/review/approval-list.js';
import type { QueueRowView } from '../../../../api/schema.js';
import { ListTable } from '../../../../components/tables/data-table.js';
import { applicant, keys, REFRESH_MS, waiting, ShortList } from './lists.js';
import { When } from '../../../../components/values/values.js';
import { visible } from '../../../../lib/visible.js';

/**
 * Cases that wait for a reviewer or an author, by their clock: submissions, applications, exceptions, evidence that
 * ends.
 */
export function QueuePage(): ReactNode {
  const [tab] = useUrlState('tab', 'submissions');
  return (
    <Page title={texts.queue.title} actions={tab === 'applications' ? <ClaimNextApplication /> : <TakeNext />}>
      <UrlTabs
        tabs={{
          submissions: [common.submissions, <Submissions />],
          applications: [common.applications, <Applications />],
          appeals: [common.appeals, <Appeals />],
          exceptions: [texts.exceptions.title, <Exceptions />],
          evidence: [common.evidence, <Evidence />],
        }}
      />
    </Page>
  );
}

/** Claims the case that is due first and opens it; the list's filter by kind applies here too. */
function TakeNext(): ReactNode {
  const navigate = useNavigate();
  const [kind] = useKind();
  const take = useSend('/api/v1/review/submissions/claim-next', {
    onDone: ({ submission_id: id }) => void navigate({ to: '/review/submissions/$id', params: { id } }),
  });
  return (
    <SendButton send={take} onClick={() => take.mutate({ ...(kind && { kind }) })}>
      {texts.queue.claimNext}
    </SendButton>
  );
}

/** Takes the application that waits longest and opens it. */
function ClaimNextApplication(): ReactNode {
  const navigate = useNavigate();
  const take = useSend('/api/v1/review/applications/claim-next', {
    onDone: ({ id }) => void navigate({ to: '/review/applications/$id', params: { id } }),
  });
  return (
    <SendButton send={take} onClick={() => take.mutate()}>
      {texts.queue.claimNextApplication}
    </SendButton>
  );
}

/** Applications by their clock. */
function Applications(): ReactNode {
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

/** Claims of live Drives whose evidence is missing, expired or about to expire. */
function Evidence(): ReactNode {
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

const EXCEPTIONS = [
  ['ending', texts.queueExceptions.endingWithin30Days],
  ['expired', texts.queueExceptions.expired],
] as const;

/** Exceptions to review: pending ones, those that end soon, and ended ones. */
function Exceptions(): ReactNode {
  return (
    <div className="stack">
      {keys}
      <ApprovalList
        label={texts.exceptions.waiting}
        empty={texts.exceptions.noneWaiting}
        kind="review_exception"
        state="waiting"
      />
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
          { id: 'by', cell: (row) => visible(row.proposed_by) },
          { id: 'since', cell: (row) => <When at={row.confirmed_at} /> },
          { id: 'ends', cell: (row) => <When at={row.ends_at} /> },
        ]}
      />
    </section>
  );
}
