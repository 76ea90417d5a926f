import type { ReactNode } from 'react';
import { useGet } from '../../../api/hooks.js';
import type { PolicyVersionView, PolicyView } from '../../../api/schema.js';
import { TechnicalDiff } from '../../../components/drives/change-list.js';
import { Card, Facts } from '../../../components/layout/page.js';
import { PolicyHistory } from './policy-tables.js';
import { ResourcePage } from '../../../components/feedback/resource.js';
import { ActionButton } from '../../../components/feedback/feedback.js';
import { When } from '../../../components/values/values.js';
import { useParam } from '../../../lib/url-state.js';
import { asJson, ProposePolicy } from './propose-policy.js';
import { texts } from '../texts/policies.js';
import { rich } from '../../../text/rich.js';
import { common } from '../../../text/common.js';
import { SecondPerson } from '../../../components/forms/second-person.js';

/** One policy: the current value, what waits for a second person, earlier values, and a way to propose another. */
export function PolicyPage(): ReactNode {
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
          {view.proposal ? (
            <Proposal proposal={view.proposal} now={view} />
          ) : (
            <ProposePolicy key={view.version} policy={view} />
          )}
          <PolicyHistory policy={view} />
        </>
      )}
    </ResourcePage>
  );
}

function Proposal({ proposal, now }: { proposal: PolicyVersionView; now: PolicyView }): ReactNode {
  return (
    <Card title={texts.policy.waitsSecondPersonTitle}>
      <Facts
        items={{
          now: now.sentence,
          then: proposal.sentence,
        }}
      />
      <p className="small dim">
        {rich(texts.policy.fromProposedBy, {
          time: <When at={proposal.valid_from} />,
          proposedBy: proposal.proposed_by,
          reason: proposal.reason,
        })}
      </p>
      <TechnicalDiff before={asJson(now.value)} after={asJson(proposal.value)} />
      <SecondPerson
        of="policy-proposals"
        proposal={proposal}
        own={<ActionButton whyNot={texts.policy.whyNot.ownProposal}>{common.approve}</ActionButton>}
      />
    </Card>
  );
}
