import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import type { ValidationView } from '../../../api/schema.js';
import { formatUtc, humanize } from '../../../lib/format.js';
import { byPortalTime } from '../../../lib/server-time.js';
import { visible } from '../../../lib/visible.js';
import { checksText } from '../../../components/drives/checks-text.js';
import { CheckEvidence } from '../../../components/drives/check-evidence.js';
import { CopyButton, Id } from '../../../components/values/values.js';
import { DataTable } from '../../../components/tables/data-table.js';
import { Card, Facts } from '../../../components/layout/page.js';
import { Alert, StatusBadge, ToneBadge } from '../../../components/feedback/feedback.js';
import { texts } from '../texts/validator.js';
import { common, rich } from '../../../text/common.js';

const LEVELS = [
  ['error', texts.validationVerdict.toFix],
  ['warning', texts.validationVerdict.advice],
  ['info', texts.validationVerdict.notes],
] as const;
/** Findings of one level that are shown at once; a hostile document can have thousands. */
const SHOWN = 50;

/** Findings of the public validator, worst first, with a link to share it and every request that was sent. */
export function ValidationVerdict({ view }: { view: ValidationView }) {
  const link = new URL(view.permalink, location.href).href;
  return (
    <>
      {view.cached ? (
        <Alert tone="info">{texts.validationVerdict.notice(formatUtc(byPortalTime(view.validated_at)))}</Alert>
      ) : null}
      <Card
        title={texts.validationVerdict.title}
        actions={
          <ToneBadge tone={view.ok ? 'ok' : 'bad'}>
            {view.ok ? texts.validationVerdict.passes : texts.validationVerdict.doesNotPass}
          </ToneBadge>
        }
      >
        <ul className="row" aria-label={common.checks}>
          {Object.entries(view.checks).map(([name, state]) => (
            <li key={name} className="row">
              <span>{humanize(name)}</span>
              <StatusBadge kind="check" code={state} />
            </li>
          ))}
        </ul>
        <Facts
          titles={texts.validationVerdict.facts}
          items={{
            manifest: <span>{visible(view.url)}</span>,
            drive: view.manifest ? visible(`${view.manifest.name} ${view.manifest.version ?? ''}`.trim()) : null,
            contract: view.manifest ? visible(view.manifest.contract_version) : null,
            digest: view.digest ? <Id value={view.digest} what={common.digestInText} /> : null,
            checks: texts.validationVerdict.ofRunEngine(
              checksText({ ...view.counts, accepted: 0, accepted_on: null, waiting: 0 }).join(' '),
              view.engine.version,
            ),
            checked: formatUtc(byPortalTime(view.validated_at)),
            share: (
              <span className="copyable">
                <Link to={view.permalink}>{texts.validationVerdict.openResult}</Link>
                <CopyButton text={link} label={texts.validationVerdict.copyLink} />
              </span>
            ),
          }}
        />
        <p>
          {rich(texts.validationVerdict.explanation, {
            driveValidate: <code>drive validate</code>,
            link: (text) => <Link to="/docs">{text}</Link>,
          })}
        </p>
      </Card>
      {LEVELS.map(([level, title]) => (
        <Findings key={level} title={title} findings={view.findings.filter((finding) => finding.level === level)} />
      ))}
      {view.findings.length === 0 ? <p>{texts.validationVerdict.noFindings}</p> : null}
      <Probes view={view} />
    </>
  );
}

function Findings({ title, findings }: { title: string; findings: ValidationView['findings'] }) {
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
            {texts.validationVerdict.showMore(findings.length - shown.length)}
          </button>
        </div>
      ) : null}
    </Card>
  );
}

function Probes({ view }: { view: ValidationView }) {
  return (
    <Card title={texts.validationVerdict.probesTitle(view.probes.length)}>
      <p>{texts.validationVerdict.probesExplanation}</p>
      <DataTable
        label={texts.validationVerdict.probesTableLabel}
        rows={view.probes.map((probe, i) => ({ ...probe, i }))}
        rowKey={({ i }) => String(i)}
        titles={texts.validationVerdict.probesColumns}
        columns={[
          { id: 'request', cell: (probe) => <code>{visible(`${probe.method} ${probe.path}`.slice(0, 160))}</code> },
          { id: 'sent', cell: (probe) => probe.sent },
          { id: 'answer', cell: (probe) => probe.status ?? probe.failure ?? '' },
          { id: 'ms', right: true, cell: (probe) => probe.ms ?? '' },
        ]}
      />
    </Card>
  );
}
