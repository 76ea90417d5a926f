import { Button, Tabs } from '@mantine/core';
import { useNavigate } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import type { ApiError } from '../../../../api/errors.js';
import { useSend } from '../../../../api/hooks.js';
import { Page } from '../../../../components/layout/page.js';
import { SendError } from '../../../../components/feedback/feedback.js';
import { useUrlState } from '../../../../lib/url-state.js';
import { Appeals } from './appeals.js';
import { Applications } from './applications.js';
import { Evidence } from './evidence.js';
import { Exceptions } from './exceptions.js';
import { useKind } from './filters.js';
import { Submissions } from './submissions.js';
import { texts } from '../../texts/review.js';

/**
 * Cases that wait for a reviewer or an author, by their clock: submissions, applications, exceptions, evidence that
 * ends.
 */
export function QueuePage(): ReactNode {
  const [tab, setTab] = useUrlState('tab', 'submissions');
  return (
    <Page title={texts.queue.title} actions={tab === 'applications' ? <ClaimNextApplication /> : <TakeNext />}>
      <Tabs value={tab} onChange={(value) => setTab(value ?? 'submissions')} keepMounted={false}>
        <Tabs.List>
          <Tabs.Tab value="submissions">{texts.queue.submissions}</Tabs.Tab>
          <Tabs.Tab value="applications">{texts.queue.applications}</Tabs.Tab>
          <Tabs.Tab value="appeals">{texts.queue.appeals}</Tabs.Tab>
          <Tabs.Tab value="exceptions">{texts.queue.exceptions}</Tabs.Tab>
          <Tabs.Tab value="evidence">{texts.queue.evidence}</Tabs.Tab>
        </Tabs.List>
        <Tabs.Panel value="submissions" pt="sm">
          <Submissions />
        </Tabs.Panel>
        <Tabs.Panel value="applications" pt="sm">
          <Applications />
        </Tabs.Panel>
        <Tabs.Panel value="appeals" pt="sm">
          <Appeals />
        </Tabs.Panel>
        <Tabs.Panel value="exceptions" pt="sm">
          <Exceptions />
        </Tabs.Panel>
        <Tabs.Panel value="evidence" pt="sm">
          <Evidence />
        </Tabs.Panel>
      </Tabs>
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
    <Take
      error={take.error}
      busy={take.isPending}
      text={texts.queue.claimNext}
      onTake={() => take.mutate({ ...(kind && { kind }) })}
    />
  );
}

/** Takes the application that waits longest and opens it. */
function ClaimNextApplication(): ReactNode {
  const navigate = useNavigate();
  const take = useSend('/api/v1/review/applications/claim-next', {
    onDone: ({ id }) => void navigate({ to: '/review/applications/$id', params: { id } }),
  });
  return (
    <Take
      error={take.error}
      busy={take.isPending}
      text={texts.queue.claimNextApplication}
      onTake={() => take.mutate()}
    />
  );
}

interface TakeProps {
  error: ApiError | null;
  busy: boolean;
  text: string;
  onTake: () => void;
}

function Take({ error, busy, text, onTake }: TakeProps): ReactNode {
  return (
    <>
      <SendError error={error} />
      <Button loading={busy} onClick={onTake}>
        {text}
      </Button>
    </>
  );
}
