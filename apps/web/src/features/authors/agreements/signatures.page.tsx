import { TextInput } from '@mantine/core';
import type { ReactNode } from 'react';
import { useList } from '../../../api/hooks.js';
import { Id } from '../../../components/values/copy.js';
import { ListTable } from '../../../components/tables/data-table.js';
import { ExportButton } from '../../../components/tables/export-button.js';
import { Page } from '../../../components/layout/page.js';
import { EmptyState } from '../../../components/feedback/states.js';
import { StatusBadge } from '../../../components/feedback/status-badge.js';
import { When } from '../../../components/values/when.js';
import { stringifySearch, useUrlState } from '../../../lib/url-state.js';
import { visible } from '../../../lib/visible.js';

/** Who signed which text of the developer agreement, when, from where and by which digest. */
export function SignaturesPage(): ReactNode {
  const [version, setVersion] = useUrlState('version');
  const [q, setQ] = useUrlState('q');
  const query = { ...(version.trim() && { version: version.trim() }), ...(q.trim() && { q: q.trim() }) };
  const list = useList('/api/v1/finance/agreement-signatures', { query });
  return (
    <Page
      title="Agreement signatures"
      actions={
        <ExportButton href={`/api/v1/finance/agreement-signatures/csv${stringifySearch(query)}`}>
          Export CSV
        </ExportButton>
      }
    >
      <div className="filters">
        <TextInput label="Author or name signed" value={q} onChange={(event) => setQ(event.currentTarget.value)} />
        <TextInput label="Version" value={version} onChange={(event) => setVersion(event.currentTarget.value)} />
      </div>
      <ListTable
        label="Signatures"
        list={list}
        rowKey={(row) => row.id}
        empty={<EmptyState>No signatures. They appear when approved authors sign the agreement.</EmptyState>}
        columns={[
          { id: 'author', title: 'Author', wrap: true, cell: (row) => visible(row.org_name) },
          {
            id: 'account',
            title: 'Account',
            cell: (row) => (row.account === 'none' ? 'None' : <StatusBadge kind="account" code={row.account} />),
          },
          { id: 'version', title: 'Version', cell: (row) => visible(row.version) },
          { id: 'name', title: 'Signed as', wrap: true, cell: (row) => visible(row.signed_name) },
          { id: 'at', title: 'When', cell: (row) => <When at={row.signed_at} /> },
          { id: 'from', title: 'From', cell: (row) => visible(row.ip ?? 'Not recorded') },
          { id: 'by', title: 'Signed by', cell: (row) => <Id value={row.signed_by} what="account" /> },
          { id: 'digest', title: 'Digest', cell: (row) => <Id value={row.digest} what="digest" /> },
        ]}
      />
    </Page>
  );
}
