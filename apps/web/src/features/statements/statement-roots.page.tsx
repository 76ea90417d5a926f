import type { ReactNode } from 'react';
import { useList } from '../../api/hooks.js';
import { Id } from '../../components/values/copy.js';
import { ListTable } from '../../components/tables/data-table.js';
import { Page } from '../../components/layout/page.js';
import { EmptyState } from '../../components/feedback/states.js';
import { When } from '../../components/values/when.js';
import { formatCount, formatMonth } from '../../lib/format.js';

/** The root of every sealed month: whoever keeps one can check every statement under it, without us. */
export function StatementRootsPage(): ReactNode {
  const roots = useList('/api/public/statement-roots');
  return (
    <Page title="Statement roots">
      <p className="dim">
        When the payout run of a month is complete, its statements are sealed under one root, chained to the previous
        month. A root reveals nothing about anyone. With it, <code>drive verify-statement</code> proves that a statement
        is the original and has not been changed.
      </p>
      <ListTable
        label="Roots"
        list={roots}
        rowKey={(row) => row.month}
        empty={
          <EmptyState>No roots yet. The first root is published when the first payout run is complete.</EmptyState>
        }
        columns={[
          { id: 'month', title: 'Month', cell: (row) => formatMonth(row.month) },
          { id: 'root', title: 'Root', cell: (row) => <Id value={row.root} what="root" /> },
          { id: 'before', title: 'Month before', cell: (row) => <Id value={row.previous_root} what="root" /> },
          { id: 'size', title: 'Statements', right: true, cell: (row) => formatCount(row.statements) },
          { id: 'at', title: 'Sealed', cell: (row) => <When at={row.sealed_at} /> },
        ]}
      />
    </Page>
  );
}
