import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { useList } from '../../api/hooks.js';
import { ListTable } from '../../components/data-table.js';
import { Page } from '../../components/page.js';
import { EmptyState } from '../../components/states.js';
import { StatusBadge, ToneBadge } from '../../components/status-badge.js';
import { When } from '../../components/when.js';

/** Every rule of money, as it holds now, in words. */
export function PoliciesPage(): ReactNode {
  const policies = useList('/api/v1/finance/policies', {}, { refreshMs: 30_000 });
  return (
    <Page title="Policies">
      <p>One person of finance proposes a change, another one approves it. What held before stays on record.</p>
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
              <Link to="/finance/policies/$key" params={{ key: row.key }}>
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
          {
            id: 'next',
            title: 'Next',
            cell: (row) =>
              row.proposal ? (
                <StatusBadge kind="decision" code="proposed" />
              ) : row.coming ? (
                <ToneBadge tone="info">Changes later</ToneBadge>
              ) : (
                ''
              ),
          },
        ]}
      />
    </Page>
  );
}
