import { useQueryClient } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { useLive, type LiveState } from '../../api/live.js';
import { checkSummary } from './check-groups.js';
import { CheckList, type Check } from './check-list.js';
import { Card } from '../layout/page.js';
import { LiveMark, StatusLine } from '../feedback/states.js';
import { texts } from '../texts/drives.js';

const LIVE_TYPES = ['state', 'check', 'progress'] as const;
const running = new Set(['received', 'validating']);

/** Follows a submission while it is being checked; every event makes the page read it again. */
export function useSubmissionLive(id: string, state: string | undefined, path: string): LiveState {
  const client = useQueryClient();
  return useLive(`/api/v1/submissions/${encodeURIComponent(id)}/live`, {
    types: LIVE_TYPES,
    enabled: state !== undefined && running.has(state),
    onTick: () => void client.invalidateQueries({ queryKey: [path] }),
  });
}

export function SubmissionChecks({ checks, live }: { checks: readonly Check[]; live: LiveState }): ReactNode {
  return (
    <Card title={texts.submissionChecks.title} actions={<LiveMark live={live} />}>
      <StatusLine>{checkSummary(checks)}</StatusLine>
      <CheckList checks={checks} />
    </Card>
  );
}
