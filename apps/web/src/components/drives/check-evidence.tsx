import type { ReactNode } from 'react';
import type { FindingView } from '../../api/schema.js';
import { visible } from '../../lib/visible.js';
import { CopyButton } from '../values/values.js';
import { StatusBadge } from '../feedback/feedback.js';
import { texts } from '../texts/drives.js';
import { common } from '../../text/common.js';

function asText(value: unknown): string {
  return visible(typeof value === 'string' ? value : JSON.stringify(value, null, 2), true);
}

function Row({ name, value, code }: { name: string; value: unknown; code?: boolean }): ReactNode {
  if (value === undefined || value === null || value === '') return null;
  return (
    <>
      <dt>{name}</dt>
      <dd className={code ? 'mono' : undefined}>{asText(value)}</dd>
    </>
  );
}

/** The evidence of one finding, with everything an author needs to act on it. */
export function CheckEvidence({ finding }: { finding: FindingView }): ReactNode {
  const where = [finding.endpoint, finding.pointer, finding.line ? texts.checkEvidence.line(finding.line) : null]
    .filter(Boolean)
    .join(' · ');
  return (
    <div className="finding stack stack-8">
      <div className="row">
        <a href={`/docs/checks#${finding.id}`}>
          <code>{finding.id}</code>
        </a>
        <StatusBadge kind="level" code={finding.level} />
        <span>{finding.rule}</span>
      </div>
      <dl className="evidence">
        <Row name={texts.checkEvidence.where} value={where} code />
        <Row name={texts.checkEvidence.sent} value={finding.sent} code />
        <Row name={common.expected} value={finding.expected} code />
        <Row name={common.got} value={finding.received} code />
        <Row name={common.cause} value={finding.cause} />
        <Row name={common.fix} value={finding.fix} />
        <Row name={texts.checkEvidence.rule} value={finding.spec} />
      </dl>
      {finding.reproduce ? (
        <div className="row row-start">
          <pre className="grow" tabIndex={0} aria-label={texts.checkEvidence.commandLabel(finding.id)}>
            {visible(finding.reproduce)}
          </pre>
          <CopyButton text={finding.reproduce} label={texts.checkEvidence.copyCommand(finding.id)} />
        </div>
      ) : null}
    </div>
  );
}
