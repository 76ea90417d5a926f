import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { useGet, useList } from '../../../api/hooks.js';
import { useMe } from '../../../api/session.js';
import { LinkButton } from '../../../components/layout/link-button.js';
import { Card, Page } from '../../../components/layout/page.js';
import { PolicyHistory, PolicyTable, type Policy } from './policy-tables.js';
import { Resource } from '../../../components/feedback/resource.js';
import { formatUtc } from '../../../lib/format.js';
import { useUrlState } from '../../../lib/url-state.js';
import { texts } from '../texts/policies.js';
import { common } from '../../../text/common.js';

/** The same table as finance has, the history of one below it, and the agreement. Changed where it belongs. */
export function AdminPoliciesPage(): ReactNode {
  const policies = useList('/api/v1/finance/policies', {}, { refreshMs: 30_000 });
  const [key] = useUrlState('policy');
  const chosen = policies.data?.pages.flatMap((page) => page.items).find((one) => one.key === key);
  return (
    <Page title={common.policies}>
      <p className="dim">{texts.adminPolicies.twoPeople}</p>
      <PolicyTable
        titleOf={(row) => (
          <Link to="/admin/policies" search={{ policy: row.key }}>
            {row.title}
          </Link>
        )}
      />
      {chosen ? <Chosen policy={chosen} /> : null}
      <Agreement />
    </Page>
  );
}

function Chosen({ policy }: { policy: Policy }): ReactNode {
  const finance = useMe()?.areas.includes('finance') === true;
  return (
    <>
      <PolicyHistory policy={policy} />
      {finance ? (
        <div>
          <LinkButton to="/finance/policies/$key" params={{ key: policy.key }} variant="default">
            {common.proposeAChange}
          </LinkButton>
        </div>
      ) : (
        <p className="dim">{texts.adminPolicies.whoProposes}</p>
      )}
    </>
  );
}

/** The text that authors sign is a versioned row as well. */
function Agreement(): ReactNode {
  const agreements = useGet('/api/v1/admin/agreements');
  return (
    <Card title={common.developerAgreement}>
      <Resource of={agreements} what={texts.adminPolicies.names.agreement}>
        {({ items }) => {
          const now = items.find((one) => one.in_force);
          const next = items.filter((one) => !one.in_force && now && one.effective_at > now.effective_at).at(0);
          return (
            <p>
              {now
                ? texts.adminPolicies.versionSince(now.version, formatUtc(now.effective_at))
                : texts.adminPolicies.noVersionInForce}{' '}
              {next ? texts.adminPolicies.versionFrom(next.version, formatUtc(next.effective_at)) : ''}
              <Link to="/admin/agreements">{texts.adminPolicies.allVersionsAndNew}</Link>
            </p>
          );
        }}
      </Resource>
    </Card>
  );
}
