import { useParams } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { useGet } from '../../api/hooks.js';
import { EmptyState, ToneBadge } from '../../components/feedback/feedback.js';
import { Page } from '../../components/layout/page.js';
import { UrlTabs } from '../../components/layout/url-tabs.js';
import { ApprovalList } from '../../components/review/approval-list.js';
import { Approval } from './approval.js';
import { texts } from './texts.js';

/** Everything that needs a second person, and beside it the one that is chosen. */
export function ApprovalsPage(): ReactNode {
  const id = useParams({ strict: false, select: (params: { id?: string }) => params.id });
  const counts = useGet('/api/v1/approvals/counts', {}, { refreshMs: 15_000 }).data;
  return (
    <Page
      title={texts.title}
      badges={counts ? <ToneBadge tone="warn">{texts.counts(counts.yours, counts.others)}</ToneBadge> : null}
    >
      <div className="side-by-side">
        <UrlTabs
          tabs={{
            waiting: [
              texts.tabs.waiting,
              <ApprovalList key="waiting" label={texts.tabs.waiting} empty={texts.empty.waiting} state="waiting" />,
            ],
            all: [texts.tabs.all, <ApprovalList key="all" label={texts.tabs.all} empty={texts.empty.all} />],
          }}
        />
        {id === undefined ? <EmptyState>{texts.choose}</EmptyState> : <Approval key={id} id={id} />}
      </div>
    </Page>
  );
}
