import { Button } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useState, type ReactNode } from 'react';
import type { ApiError } from '../../../api/errors.js';
import { useLive } from '../../../api/live.js';
import { sharedValidation, validationLive, type ValidationView } from '../../../api/validate.js';
import { humanize } from '../../../lib/format.js';
import { afterEvent, checksDone, NOTHING_YET, type GroupSoFar, type RunSoFar } from './validation-progress.js';
import { visible } from '../../../lib/visible.js';
import { CopyButton } from '../../../components/values/copy.js';
import { Card } from '../../../components/layout/page.js';
import { LiveMark, Loading, RequestId, StatusLine } from '../../../components/feedback/states.js';
import { ToneBadge } from '../../../components/feedback/status-badge.js';
import { texts } from '../texts/validator.js';
import { rich } from '../../../text/rich.js';

const TYPES = ['queued', 'started', 'progress'] as const;
const POLL_MS = 5_000;
/** Requests that are shown while they are sent, newest last. */
const LATEST = 6;
const GROUPS: Record<string, string> = texts.validationRun.groups;

interface ValidationRunProps {
  id: string;
  onAgain: () => void;
  children: (view: ValidationView) => ReactNode;
}

/** One run of the public validator: watched while it runs, then its verdict, or why there is none. */
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
    <Card title={texts.validationRun.title} actions={<LiveMark live={live} />}>
      <StatusLine>{phaseText(run)}</StatusLine>
      <progress
        className="progress"
        max={Math.max(run.total, 1)}
        value={checksDone(run)}
        aria-label={texts.validationRun.progressChecksLabel}
      />
      <p className="num small">
        {texts.validationRun.checksDoneResponses(checksDone(run), run.total, run.requests.length)}
      </p>
      <ul className="stack stack-4" aria-label={texts.validationRun.groupsOfChecksLabel}>
        {run.groups.map((group) => (
          <li key={group.name} className="row">
            <span>{GROUPS[group.name] ?? humanize(group.name)}</span>
            <GroupBadge group={group} />
          </li>
        ))}
      </ul>
      {run.requests.length > 0 ? (
        <ul className="stack stack-4 small" aria-label={texts.validationRun.latestRequestsLabel}>
          {run.requests.slice(-LATEST).map((request, i) => (
            <li key={run.requests.length - i}>
              <code>{visible(`${request.method} ${request.path}`.slice(0, 160))}</code>{' '}
              {request.status ?? request.failure}
            </li>
          ))}
        </ul>
      ) : null}
      <p>
        {rich(texts.validationRun.mayLeavePage, {
          link: (text) => (
            <Link to="/validations/$id" params={{ id }}>
              {text}
            </Link>
          ),
          copy: (
            <CopyButton text={new URL(`/validations/${id}`, location.href).href} label={texts.validationRun.copyLink} />
          ),
        })}
      </p>
    </Card>
  );
}

function phaseText({ phase, ahead, groups }: RunSoFar): string {
  const last = groups.at(-1)?.name;
  if (phase === 'running')
    return last ? texts.validationRun.running(GROUPS[last] ?? humanize(last)) : texts.validationRun.readingTheManifest;
  return ahead > 0 ? texts.validationRun.queuedAhead(ahead) : texts.validationRun.queued;
}

function GroupBadge({ group: { done, failed, warned } }: { group: GroupSoFar }): ReactNode {
  if (failed > 0) return <ToneBadge tone="bad">{texts.validationRunGroupBadge.ofFailed(failed, done)}</ToneBadge>;
  if (warned > 0)
    return <ToneBadge tone="warn">{texts.validationRunGroupBadge.doneWithAdvice(done, warned)}</ToneBadge>;
  return <ToneBadge tone="ok">{texts.validationRunGroupBadge.doneAllPassed(done)}</ToneBadge>;
}

const TITLES: Record<string, string> = texts.validationRun.titles;

/** Why there is no verdict, what it means, and the next step. */
export function ValidationRefusal({ error, onAgain }: { error: ApiError; onAgain: () => void }): ReactNode {
  return (
    <div className="card stack stack-8" role="alert">
      <h2>{TITLES[error.code] ?? texts.validationRun.otherFailure}</h2>
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
            {texts.validationRun.checkAgain}
          </Button>
        </div>
      )}
    </div>
  );
}
