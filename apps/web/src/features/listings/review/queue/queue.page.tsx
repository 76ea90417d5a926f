import { useNavigate } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { useSend } from '../../../../api/hooks.js';
import { UrlTabs } from '../../../../components/layout/url-tabs.js';
import { Page } from '../../../../components/layout/page.js';
import { SendButton } from '../../../../components/feedback/feedback.js';
import { useUrlState } from '../../../../lib/url-state.js';
import { Appeals } from './appeals.js';
import { Applications } from './applications.js';
import { Evidence } from './evidence.js';
import { Exceptions } from './exceptions.js';
import { useKind } from './filters.js';
import { Submissions } from './submissions.js';
import { texts } from '../../texts/review.js';
import { common } from '../../../../text/common.js';

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
