import type { FindingView } from '../../api/schema.js';
import { visible } from '../../lib/visible.js';
import { CopyButton } from '../values/values.js';
import { StatusBadge } from '../feedback/feedback.js';
import { NamedFacts } from '../layout/page.js';
import { texts } from '../texts/drives.js';
import { common } from '../../text/common.js';

function asCode(value: unknown) {
  if (value === undefined || value === null || value === '') return null;
  const text = typeof value === 'string' ? value : JSON.stringify(value, null, 2);
  return <span className="mono">{visible(text, true)}</span>;
}

/** The rule whose findings propose the permissions to ask for, as a line of the manifest. */
const LEAST_PRIVILEGE = 'permissions_are_explained';

/** The evidence of one finding, with everything an author needs to act on it. */
export function CheckEvidence({ finding }: { finding: FindingView }) {
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
      <NamedFacts
        items={[
          [texts.checkEvidence.where, asCode(where)],
          [texts.checkEvidence.sent, asCode(finding.sent)],
          [
            common.expected,
            finding.rule === LEAST_PRIVILEGE ? (
              <span className="copyable">
                {asCode(finding.expected)}
                <CopyButton text={finding.expected} label={texts.checkEvidence.copyPermissions} />
              </span>
            ) : (
              asCode(finding.expected)
            ),
          ],
          [common.got, asCode(finding.received)],
          [common.cause, visible(finding.cause, true)],
          [common.fix, visible(finding.fix, true)],
          [texts.checkEvidence.rule, visible(finding.spec, true)],
        ]}
      />
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
