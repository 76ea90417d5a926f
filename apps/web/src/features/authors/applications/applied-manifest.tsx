import type { ReactNode } from 'react';
import type { ApplicationView } from '../../../api/views.js';
import { Card } from '../../../components/layout/page.js';
import { StatusBadge } from '../../../components/feedback/feedback.js';
import { When } from '../../../components/values/values.js';
import { formatCount } from '../../../lib/format.js';
import { visible } from '../../../lib/visible.js';
import { texts } from '../texts/applications.js';
import { rich } from '../../../text/rich.js';

/** Results of the checks of the manifest that an application names, for its readers. It decides nothing. */
export function AppliedManifest({ of: { manifest_check: check } }: { of: ApplicationView }): ReactNode {
  if (!check) return null;
  return (
    <Card title={texts.appliedManifest.title}>
      <div className="row">
        <StatusBadge kind="manifest_check" code={check.state} />
        {check.checked_at ? (
          <span>
            {rich(texts.appliedManifest.errorsWarnings, {
              errors: formatCount(check.errors),
              warnings: formatCount(check.warnings),
              time: <When at={check.checked_at} />,
            })}
          </span>
        ) : null}
      </div>
      <p className="small dim">{texts.appliedManifest.explanation}</p>
      {check.findings.length > 0 ? (
        <ul className="prose small" aria-label={texts.appliedManifest.findingsLabel}>
          {check.findings.map((one, i) => (
            <li key={`${one.id} ${i}`}>
              <code>{one.id}</code> {visible(one.rule)}: {visible(one.fix)}
            </li>
          ))}
        </ul>
      ) : null}
    </Card>
  );
}
