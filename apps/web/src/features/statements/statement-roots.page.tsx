import { useList } from '../../api/hooks.js';
import { Id, When } from '../../components/values/values.js';
import { ListTable } from '../../components/tables/data-table.js';
import { Page } from '../../components/layout/page.js';
import { formatCount, formatMonth } from '../../lib/format.js';
import { texts } from './texts.js';
import { common, rich } from '../../text/common.js';

/** The root of every seal: anybody with a copy can verify every statement under it, without us. */
export function StatementRootsPage() {
  const roots = useList('/api/public/statement-roots');
  return (
    <Page title={texts.statementRoots.title}>
      <p className="dim">
        {rich(texts.statementRoots.explanation, { driveVerify: <code>drive verify-statement</code> })}
      </p>
      <ListTable
        label={texts.statementRoots.tableLabel}
        list={roots}
        rowKey={(row) => row.root}
        empty={texts.statementRoots.empty}
        titles={texts.statementRoots.columns}
        columns={[
          { id: 'month', cell: (row) => formatMonth(row.month) },
          { id: 'root', cell: (row) => <Id value={row.root} what={common.rootInText} /> },
          { id: 'before', cell: (row) => <Id value={row.previous_root} what={common.rootInText} /> },
          { id: 'statements', right: true, cell: (row) => formatCount(row.statements) },
          { id: 'at', cell: (row) => <When at={row.sealed_at} /> },
        ]}
      />
    </Page>
  );
}
