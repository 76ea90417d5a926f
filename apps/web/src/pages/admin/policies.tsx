import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { useGet, useList } from '../../api/hooks.js';
import { meQuery } from '../../api/session.js';
import type { Schemas } from '../../api/types.js';
import { DataTable, ListTable } from '../../components/data-table.js';
import { LinkButton } from '../../components/link-button.js';
import { Card, Page } from '../../components/page.js';
import { Resource } from '../../components/resource.js';
import { EmptyState } from '../../components/states.js';
import { StatusBadge, ToneBadge } from '../../components/status-badge.js';
import { When } from '../../components/when.js';
import { formatUtc } from '../../lib/format.js';
import { useUrlState } from '../../lib/url-state.js';

type Policy = Schemas['PolicyView'];

/** The version that holds now: it says by whom and why. */
const current = ({ versions, version }: Policy): Policy['versions'][number] | undefined =>
  versions.find((one) => one.version === version && one.state === 'approved');

/** Every rule that is a versioned row: what holds, since when, by whom, what comes next. Changed where it belongs. */
export function AdminPoliciesPage(): ReactNode {
  const policies = useList('/api/v1/finance/policies', {}, { refreshMs: 30_000 });
  const [key] = useUrlState('policy');
  const chosen = policies.data?.pages.flatMap((page) => page.items).find((one) => one.key === key);
  return (
    <Page title="Policies">
      <p className="dim">Nobody changes a policy alone: one person of finance proposes, another one approves.</p>
      <ListTable
        label="Policies"
        list={policies}
        rowKey={(row) => row.key}
        empty={<EmptyState>No policy.</EmptyState>}
        columns={[
          {
            id: 'title',
            title: 'Policy',
            cell: (row) => (
              <Link to="/admin/policies" search={{ policy: row.key }}>
                {row.title}
              </Link>
            ),
          },
          { id: 'now', title: 'What holds now', wrap: true, cell: (row) => row.sentence },
          {
            id: 'since',
            title: 'Since',
            cell: (row) => (row.version === 1 ? 'Built in' : <When at={row.valid_from} />),
          },
          { id: 'by', title: 'By', wrap: true, cell: (row) => <By version={current(row)} /> },
          { id: 'next', title: 'Next', wrap: true, cell: (row) => <Next policy={row} /> },
        ]}
      />
      {chosen ? <History policy={chosen} /> : null}
      <Agreement />
    </Page>
  );
}

function By({ version }: { version: Policy['versions'][number] | undefined }): ReactNode {
  if (!version || version.version === 1) return 'Drive Portal';
  return version.decided_by === null
    ? version.proposed_by
    : `${version.proposed_by}, approved by ${version.decided_by}`;
}

function Next({ policy: { proposal, coming } }: { policy: Policy }): ReactNode {
  if (proposal)
    return (
      <>
        <StatusBadge kind="decision" code="proposed" /> {proposal.sentence} From <When at={proposal.valid_from} />
      </>
    );
  if (!coming) return 'No change';
  return (
    <>
      <ToneBadge tone="info">Changes later</ToneBadge> {coming.sentence} From <When at={coming.valid_from} />
    </>
  );
}

function History({ policy }: { policy: Policy }): ReactNode {
  const finance = useQuery(meQuery).data?.areas.includes('finance') === true;
  return (
    <div className="stack stack-8">
      <h2>History of {policy.title}</h2>
      <DataTable
        label={`History of ${policy.title}`}
        rows={policy.versions}
        rowKey={(row) => row.id}
        columns={[
          { id: 'version', title: 'Version', cell: (row) => row.version },
          { id: 'state', title: 'Status', cell: (row) => <StatusBadge kind="decision" code={row.state} /> },
          { id: 'what', title: 'What it says', wrap: true, cell: (row) => row.sentence },
          {
            id: 'from',
            title: 'From',
            cell: (row) => (row.version === 1 ? 'The beginning' : <When at={row.valid_from} />),
          },
          { id: 'who', title: 'Proposed by', cell: (row) => row.proposed_by },
          { id: 'by', title: 'Decided by', cell: (row) => row.decided_by ?? '' },
          { id: 'why', title: 'Reason', wrap: true, cell: (row) => row.reason },
        ]}
      />
      {finance ? (
        <div>
          <LinkButton to="/finance/policies/$key" params={{ key: policy.key }} variant="default">
            Propose a change
          </LinkButton>
        </div>
      ) : (
        <p className="dim">A person with the finance role proposes a change, under Finance, Policies.</p>
      )}
    </div>
  );
}

/** The text that authors sign is a versioned row as well. */
function Agreement(): ReactNode {
  const agreements = useGet('/api/v1/admin/agreements');
  return (
    <Card title="Developer agreement">
      <Resource of={agreements} what="the agreement">
        {({ items }) => {
          const now = items.find((one) => one.in_force);
          const next = items.filter((one) => !one.in_force && now && one.effective_at > now.effective_at).at(0);
          return (
            <p>
              {now ? `Version ${now.version} since ${formatUtc(now.effective_at)}.` : 'No version is in force.'}{' '}
              {next ? `Version ${next.version} from ${formatUtc(next.effective_at)}. ` : ''}
              <Link to="/admin/agreements">All versions, and a new one</Link>
            </p>
          );
        }}
      </Resource>
    </Card>
  );
}
