import { Link } from '@tanstack/react-router';
import { Tabs } from '@mantine/core';
import type { ReactNode } from 'react';
import { useList } from '../../api/hooks.js';
import { ListTable } from '../../components/data-table.js';
import { Page } from '../../components/page.js';
import { EmptyState } from '../../components/states.js';
import { StatusBadge } from '../../components/status-badge.js';
import { When } from '../../components/when.js';
import { useUrlState } from '../../lib/url-state.js';

const REFRESH_MS = 10_000;

/** What waits for a reviewer: applications and submissions, oldest first. */
export function QueuePage(): ReactNode {
  const [tab, setTab] = useUrlState('tab', 'submissions');
  return (
    <Page title="Review queue">
      <Tabs value={tab} onChange={(value) => setTab(value ?? 'submissions')} keepMounted={false}>
        <Tabs.List>
          <Tabs.Tab value="submissions">Submissions</Tabs.Tab>
          <Tabs.Tab value="applications">Applications</Tabs.Tab>
        </Tabs.List>
        <Tabs.Panel value="submissions" pt="sm">
          <Submissions />
        </Tabs.Panel>
        <Tabs.Panel value="applications" pt="sm">
          <Applications />
        </Tabs.Panel>
      </Tabs>
    </Page>
  );
}

function Submissions(): ReactNode {
  const list = useList('/api/v1/review/submissions', {}, { refreshMs: REFRESH_MS });
  return (
    <ListTable
      label="Submissions"
      list={list}
      rowKey={(row) => row.id}
      empty={<EmptyState>Nothing waits. A submission comes here when its checks have passed.</EmptyState>}
      columns={[
        {
          id: 'item',
          title: 'Item',
          cell: (row) => (
            <Link to="/review/submissions/$id" params={{ id: row.id }}>
              {row.title}
            </Link>
          ),
        },
        { id: 'author', title: 'Author', cell: (row) => row.author },
        { id: 'since', title: 'Waiting for us', cell: (row) => <When at={row.waiting_since} /> },
        { id: 'state', title: 'Status', cell: (row) => <StatusBadge kind="version" code={row.state} /> },
      ]}
    />
  );
}

function Applications(): ReactNode {
  const list = useList('/api/v1/review/applications', {}, { refreshMs: REFRESH_MS });
  return (
    <ListTable
      label="Applications"
      list={list}
      rowKey={(row) => row.id}
      empty={<EmptyState>Nothing waits. An application comes here when somebody submits it.</EmptyState>}
      columns={[
        {
          id: 'item',
          title: 'Company',
          cell: (row) => (
            <Link to="/review/applications/$id" params={{ id: row.id }}>
              {row.company_name}
            </Link>
          ),
        },
        { id: 'drive', title: 'Drive', cell: (row) => row.drive_name },
        { id: 'since', title: 'Submitted', cell: (row) => <When at={row.submitted_at} /> },
        { id: 'state', title: 'Status', cell: (row) => <StatusBadge kind="application" code={row.state} /> },
      ]}
    />
  );
}
