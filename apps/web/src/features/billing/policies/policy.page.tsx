import { useGet } from '../../../api/hooks.js';
import { Card } from '../../../components/layout/page.js';
import { ApprovalList } from '../../../components/review/approval-list.js';
import { PolicyHistory } from './policy-tables.js';
import { ResourcePage } from '../../../components/feedback/resource.js';
import { When } from '../../../components/values/values.js';
import { useParam } from '../../../lib/url-state.js';
import { ProposePolicy } from './propose-policy.js';
import { texts } from '../texts/policies.js';
import { rich } from '../../../text/rich.js';

/** One policy: the current value, what waits for a second person, earlier values, and a way to propose another. */
export function PolicyPage() {
  const key = useParam('key');
  const policy = useGet('/api/v1/finance/policies/{key}', { path: { key } }, { refreshMs: 15_000 });
  return (
    <ResourcePage of={policy} title={policy.data?.title ?? texts.policy.title}>
      {(view) => (
        <>
          <Card title={texts.policy.currentValueTitle}>
            <p>{view.sentence}</p>
            {view.coming ? (
              <p>
                {rich(texts.policy.from, {
                  time: <When at={view.coming.valid_from} />,
                  sentence: view.coming.sentence,
                })}
              </p>
            ) : null}
          </Card>
          <ApprovalList kind="policy" subject_id={key} label={texts.policy.changes} empty={texts.policy.noChanges} />
          <ProposePolicy key={view.version} policy={view} />
          <PolicyHistory policy={view} />
        </>
      )}
    </ResourcePage>
  );
}
