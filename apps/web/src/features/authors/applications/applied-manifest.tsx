import type { ReactNode } from 'react';
import type { ApplicationView } from '../../../api/views.js';
import { Card } from '../../../components/layout/page.js';
import { StatusBadge } from '../../../components/feedback/status-badge.js';
import { When } from '../../../components/values/when.js';
import { formatCount } from '../../../lib/format.js';
import { visible } from '../../../lib/visible.js';

/** What the checks found under the manifest that an application names, for whoever reads it. It decides nothing. */
export function AppliedManifest({ of: { manifest_check: check } }: { of: ApplicationView }): ReactNode {
  if (!check) return null;
  return (
    <Card title="Check of the manifest">
      <div className="row">
        <StatusBadge kind="manifest_check" code={check.state} />
        {check.checked_at ? (
          <span>
            {formatCount(check.errors)} errors, {formatCount(check.warnings)} warnings, <When at={check.checked_at} />
          </span>
        ) : null}
      </div>
      <p className="small dim">For information only. It does not affect the decision on your application.</p>
      {check.findings.length > 0 ? (
        <ul className="prose small" aria-label="Findings">
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
