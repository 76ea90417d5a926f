import { IconAlertTriangle, IconCircleCheck, IconCircleDashed, IconCircleX, IconLoader } from '@tabler/icons-react';
import { useState } from 'react';
import type { ReactNode } from 'react';
import { formatDuration } from '../lib/format.js';
import { findStatus } from '../text/vocabulary.js';
import { CheckEvidence } from './check-evidence.js';
import type { Finding } from './check-evidence.js';
import { StatusBadge } from './status-badge.js';

/** One check of a manifest: `state` is `queued`, `running`, `pass`, `warn`, `fail`, `skipped` or `error`. */
export interface Check {
  id: string;
  title: string;
  state: string;
  duration_ms?: number | null;
  note?: string | null;
  findings: Finding[];
}

const icons: Record<string, typeof IconCircleCheck> = {
  pass: IconCircleCheck,
  warn: IconAlertTriangle,
  fail: IconCircleX,
  error: IconCircleX,
  running: IconLoader,
};

/** The checks in their fixed order; it never reorders while they run. Failed ones open by themselves. */
export function CheckList({ checks }: { checks: readonly Check[] }): ReactNode {
  return (
    <ol className="checks" aria-label="Checks">
      {checks.map((check) => (
        <CheckRow key={check.id} check={check} />
      ))}
    </ol>
  );
}

function CheckRow({ check }: { check: Check }): ReactNode {
  const [chosen, setChosen] = useState<boolean | null>(null);
  const failed = check.state === 'fail' || check.state === 'error';
  const open = chosen ?? failed;
  const Icon = icons[check.state] ?? IconCircleDashed;
  return (
    <li data-state={check.state}>
      <div className="row">
        <Icon size={16} aria-hidden />
        <h3>{check.title}</h3>
        <StatusBadge kind="check" code={check.state} />
        {typeof check.duration_ms === 'number' ? (
          <span className="small dim num">{formatDuration(check.duration_ms)}</span>
        ) : null}
        {check.note ? <span className="small dim">{check.note}</span> : null}
        {check.findings.length > 0 ? (
          <button
            type="button"
            className="end badge"
            data-tone="neutral"
            aria-expanded={open}
            onClick={() => setChosen(!open)}
          >
            {open ? 'Hide' : 'Show'} {check.findings.length} {check.findings.length === 1 ? 'finding' : 'findings'}
          </button>
        ) : null}
      </div>
      {open ? check.findings.map((finding, i) => <CheckEvidence key={`${finding.id}-${i}`} finding={finding} />) : null}
    </li>
  );
}

/** "5 of 9 done, 1 failed" for the status line; the same words for people who do not see the list. */
export function checkSummary(checks: readonly Check[]): string {
  const done = checks.filter((check) => !['queued', 'running'].includes(check.state)).length;
  const failed = checks.filter((check) => check.state === 'fail' || check.state === 'error').length;
  const running = checks.find((check) => check.state === 'running');
  const now = running ? `, now: ${running.title} (${findStatus('check', 'running')?.badge.toLowerCase() ?? ''})` : '';
  return `${done} of ${checks.length} checks done${failed > 0 ? `, ${failed} failed` : ''}${now}.`;
}
