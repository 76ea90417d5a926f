import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import type { ReactNode } from 'react';
import type { ValidationView } from '../../../api/validate.js';
import { formatUtc, humanize } from '../../../lib/format.js';
import { visible } from '../../../lib/visible.js';
import { CheckEvidence } from '../../../components/drives/check-evidence.js';
import { CopyButton, Id } from '../../../components/values/copy.js';
import { DataTable } from '../../../components/tables/data-table.js';
import { Card, Facts } from '../../../components/layout/page.js';
import { Alert } from '../../../components/feedback/states.js';
import { StatusBadge, ToneBadge } from '../../../components/feedback/status-badge.js';

const LEVELS = [
  ['error', 'To fix'],
  ['warning', 'Advice'],
  ['info', 'Notes'],
] as const;
/** Findings of one level that are shown at once; a hostile document can have thousands. */
const SHOWN = 50;

/** What the public validator found, worst first, with a link to share it and every request that was sent. */
export function ValidationVerdict({ view }: { view: ValidationView }): ReactNode {
  const link = new URL(view.permalink, location.href).href;
  return (
    <>
      {view.cached ? (
        <Alert tone="info">
          This result is from {formatUtc(view.validated_at)} and is reused because the manifest has not changed. To run
          all checks again, check again.
        </Alert>
      ) : null}
      <Card
        title="Verdict"
        actions={<ToneBadge tone={view.ok ? 'ok' : 'bad'}>{view.ok ? 'Passes' : 'Does not pass'}</ToneBadge>}
      >
        <ul className="row" aria-label="Checks">
          {Object.entries(view.checks).map(([name, state]) => (
            <li key={name} className="row">
              <span>{humanize(name)}</span>
              <StatusBadge kind="check" code={state} />
            </li>
          ))}
        </ul>
        <Facts
          items={[
            ['Manifest', <span key="u">{visible(view.url)}</span>],
            ['Drive', view.manifest ? visible(`${view.manifest.name} ${view.manifest.version ?? ''}`.trim()) : null],
            ['Contract', view.manifest ? visible(view.manifest.contract_version) : null],
            ['Digest', view.digest ? <Id key="d" value={view.digest} what="digest" /> : null],
            ['Checks', `${view.engine.checks_run} of ${view.engine.checks_total} run, engine ${view.engine.version}`],
            ['Checked', formatUtc(view.validated_at)],
            [
              'Share',
              <span key="s" className="copyable">
                <Link to={view.permalink}>Open this result on its own page</Link>
                <CopyButton text={link} label="Copy the link to this result" />
              </span>,
            ],
          ]}
        />
        <p>
          This run did not use your key. To test valid signatures and installs too, run <code>drive validate</code> on
          your own machine: <Link to="/docs">how</Link>.
        </p>
      </Card>
      {LEVELS.map(([level, title]) => (
        <Findings key={level} title={title} findings={view.findings.filter((finding) => finding.level === level)} />
      ))}
      {view.findings.length === 0 ? <p>No findings.</p> : null}
      <Probes view={view} />
    </>
  );
}

function Findings({ title, findings }: { title: string; findings: ValidationView['findings'] }): ReactNode {
  const [all, setAll] = useState(false);
  if (findings.length === 0) return null;
  const shown = all ? findings : findings.slice(0, SHOWN);
  return (
    <Card title={`${title} (${findings.length})`}>
      {shown.map((finding, i) => (
        <CheckEvidence key={`${finding.id}-${i}`} finding={finding} />
      ))}
      {shown.length < findings.length ? (
        <div>
          <button type="button" className="badge" data-tone="neutral" onClick={() => setAll(true)}>
            Show {findings.length - shown.length} more
          </button>
        </div>
      ) : null}
    </Card>
  );
}

function Probes({ view }: { view: ValidationView }): ReactNode {
  return (
    <Card title={`What we sent (${view.probes.length})`}>
      <p>Every request of this run, in order, for comparison with your logs.</p>
      <DataTable
        label="Requests"
        rows={view.probes.map((probe, i) => ({ ...probe, i }))}
        rowKey={({ i }) => String(i)}
        columns={[
          {
            id: 'request',
            title: 'Request',
            cell: (probe) => <code>{visible(`${probe.method} ${probe.path}`.slice(0, 160))}</code>,
          },
          { id: 'sent', title: 'With', wrap: true, cell: (probe) => probe.sent },
          { id: 'answer', title: 'Answer', cell: (probe) => probe.status ?? probe.failure ?? '' },
          { id: 'ms', title: 'ms', right: true, cell: (probe) => probe.ms ?? '' },
        ]}
      />
    </Card>
  );
}
