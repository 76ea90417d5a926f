import { Button } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import type { ReactNode } from 'react';
import type { ApiError } from '../../../api/errors.js';
import { useLive } from '../../../api/live.js';
import { sharedValidation, validationLive } from '../../../api/validate.js';
import type { ValidationView } from '../../../api/validate.js';
import { humanize } from '../../../lib/format.js';
import { afterEvent, checksDone, NOTHING_YET } from './validation-progress.js';
import type { GroupSoFar, RunSoFar } from './validation-progress.js';
import { visible } from '../../../lib/visible.js';
import { CopyButton } from '../../../components/values/copy.js';
import { Card } from '../../../components/layout/page.js';
import { LiveMark, Loading, RequestId, StatusLine } from '../../../components/feedback/states.js';
import { ToneBadge } from '../../../components/feedback/status-badge.js';

const TYPES = ['queued', 'started', 'progress'] as const;
const POLL_MS = 5_000;
/** Requests that are shown while they are sent, newest last. */
const LATEST = 6;
const GROUPS: Record<string, string> = { hmac: 'Signatures', lifecycle: 'Install life cycle' };

interface ValidationRunProps {
  id: string;
  onAgain: () => void;
  children: (view: ValidationView) => ReactNode;
}

/** One run of the public validator: watched while it goes on, then its verdict, or why there is none. */
export function ValidationRun({ id, onAgain, children }: ValidationRunProps): ReactNode {
  const [run, setRun] = useState(NOTHING_YET);
  const live = useLive(validationLive(id), {
    types: TYPES,
    onEvent: ({ type, data }) => setRun((so) => afterEvent(so, type, data)),
    onTick: () => undefined,
  });
  const polling = live.mode === 'polling';
  const result = useQuery<ValidationView, ApiError>({
    queryKey: ['validation', id],
    queryFn: ({ signal }) => sharedValidation(id, signal),
    enabled: live.mode === 'done' || polling,
    refetchInterval: ({ state }) => (polling && state.error?.code === 'validation_running' ? POLL_MS : false),
    staleTime: Infinity,
  });
  if (result.data) return children(result.data);
  if (result.error && result.error.code !== 'validation_running')
    return <ValidationRefusal error={result.error} onAgain={onAgain} />;
  if (live.mode === 'done') return <Loading />;
  return (
    <Card title="Checking" actions={<LiveMark live={live} />}>
      <StatusLine>{phaseText(run)}</StatusLine>
      <progress
        className="progress"
        max={Math.max(run.total, 1)}
        value={checksDone(run)}
        aria-label="Progress of the checks"
      />
      <p className="num small">
        {checksDone(run)} of {run.total} checks done · {run.requests.length} responses received
      </p>
      <ul className="stack stack-4" aria-label="Groups of checks">
        {run.groups.map((group) => (
          <li key={group.name} className="row">
            <span>{GROUPS[group.name] ?? humanize(group.name)}</span>
            <GroupBadge group={group} />
          </li>
        ))}
      </ul>
      {run.requests.length > 0 ? (
        <ul className="stack stack-4 small" aria-label="Latest requests">
          {run.requests.slice(-LATEST).map((request, i) => (
            <li key={run.requests.length - i}>
              <code>{visible(`${request.method} ${request.path}`.slice(0, 160))}</code>{' '}
              {request.status ?? request.failure}
            </li>
          ))}
        </ul>
      ) : null}
      <p>
        You can leave this page. The checks continue, and the result will be{' '}
        <Link to="/validations/$id" params={{ id }}>
          on its own page
        </Link>
        . <CopyButton text={new URL(`/validations/${id}`, location.href).href} label="Copy the link to the result" />
      </p>
    </Card>
  );
}

function phaseText({ phase, ahead, groups }: RunSoFar): string {
  const last = groups.at(-1)?.name;
  if (phase === 'running') return last ? `Running: ${GROUPS[last] ?? humanize(last)}` : 'Reading the manifest';
  return ahead > 0 ? `Queued: ${ahead} ahead` : 'Queued';
}

function GroupBadge({ group: { done, failed, warned } }: { group: GroupSoFar }): ReactNode {
  if (failed > 0) return <ToneBadge tone="bad">{`${failed} of ${done} failed`}</ToneBadge>;
  if (warned > 0) return <ToneBadge tone="warn">{`${done} done, ${warned} with advice`}</ToneBadge>;
  return <ToneBadge tone="ok">{`${done} done, all passed`}</ToneBadge>;
}

const TITLES: Record<string, string> = {
  manifest_url_refused: 'This URL cannot be checked',
  too_many_requests: 'Too many checks',
  validator_busy: 'No capacity',
  validation_timeout: 'This check took too long',
  validation_failed: 'This check has no result',
  validation_not_found: 'Result not found',
  network_unreachable: 'Connection lost',
};

/** Why there is no verdict, what it means, and the next step. */
export function ValidationRefusal({ error, onAgain }: { error: ApiError; onAgain: () => void }): ReactNode {
  return (
    <div className="card stack stack-8" role="alert">
      <h2>{TITLES[error.code] ?? 'Could not check the manifest'}</h2>
      <p>{error.message}</p>
      {error.code === 'too_many_requests'
        ? null
        : error.details.map(({ code, message }) => <p key={code}>{visible(message)}</p>)}
      <p>
        <code>{error.details[0]?.code ?? error.code}</code>
      </p>
      <RequestId id={error.requestId} />
      {error.code === 'manifest_url_refused' ? null : (
        <div>
          <Button variant="default" onClick={onAgain}>
            Check again
          </Button>
        </div>
      )}
    </div>
  );
}
