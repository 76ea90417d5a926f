import { Link } from '@tanstack/react-router';
import { useList } from '../../../api/hooks.js';
import { useMe } from '../../../api/session.js';
import { LinkButton } from '../../../components/layout/link-button.js';
import { Page } from '../../../components/layout/page.js';
import { PolicyHistory, PolicyTable, type Policy } from './policy-tables.js';
import { useUrlState } from '../../../lib/url-state.js';
import { texts } from '../texts/policies.js';
import { common } from '../../../text/common.js';

/** The same table as finance has and the history of one below it. Changed where it belongs. */
export function AdminPoliciesPage() {
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
    </Page>
  );
}

function Chosen({ policy }: { policy: Policy }) {
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
