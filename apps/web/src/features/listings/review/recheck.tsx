import { Button } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { useSend } from '../../../api/hooks.js';
import { useLive } from '../../../api/live.js';
import type { Workspace } from '../../../api/views.js';
import { Alert, LiveMark, SendError, StatusLine } from '../../../components/feedback/states.js';
import { When } from '../../../components/values/when.js';
import { WhyNot } from '../../../components/feedback/why-not.js';
import { visible } from '../../../lib/visible.js';

const PATHS = ['/api/v1/review/submissions/{id}/workspace', '/api/v1/review/submissions/{id}'];

/** The checks of the case once more, against what the Drive does now. */
export function Recheck({ of: view }: { of: Workspace }): ReactNode {
  const client = useQueryClient();
  const again = useSend('/api/v1/review/submissions/{id}/recheck', { path: { id: view.submission_id } });
  const last = view.recheck;
  const running = last !== null && last.ended_at === null;
  const live = useLive(`/api/v1/review/submissions/${encodeURIComponent(view.submission_id)}/recheck/live`, {
    types: ['check'],
    enabled: running,
    onTick: () => PATHS.forEach((path) => void client.invalidateQueries({ queryKey: [path] })),
  });
  if (view.state !== 'in_review') return null;
  const why = view.hold?.yours ? (running ? 'Checks are already running.' : null) : 'Claim the review first.';
  return (
    <div className="stack stack-8">
      <SendError error={again.error} />
      <div className="row">
        <WhyNot reason={why}>
          {(described) => (
            <Button variant="default" loading={again.isPending} onClick={() => again.mutate()} {...described}>
              Rerun checks
            </Button>
          )}
        </WhyNot>
        {running ? (
          <>
            <StatusLine>
              {last.checked} of {last.checks_total} checks have run
            </StatusLine>
            <LiveMark live={live} />
          </>
        ) : null}
      </div>
      {last && !running ? (
        <Found last={last} titles={new Map(view.criteria.map(({ id, title }) => [id, title]))} />
      ) : null}
    </div>
  );
}

function Found({
  last,
  titles,
}: {
  last: NonNullable<Workspace['recheck']>;
  titles: ReadonlyMap<string, string>;
}): ReactNode {
  const reopened = last.reopened.map((id) => titles.get(id) ?? id).join(', ');
  const what = {
    passed: reopened ? `Passed, with different evidence. To review again: ${reopened}.` : 'Passed. No changes.',
    failed: `A check now fails.${reopened ? ` To review again: ${reopened}.` : ' It failed before, too.'}`,
    other_manifest: 'The Drive now serves a different manifest. The evidence of the submission is unchanged.',
    dropped: 'Incomplete.',
  }[last.outcome ?? 'dropped'];
  return (
    <Alert tone={last.outcome === 'passed' && !reopened ? 'ok' : 'warn'}>
      Checked again for {visible(last.asked_by)} <When at={last.ended_at ?? last.asked_at} />. {what}
    </Alert>
  );
}
