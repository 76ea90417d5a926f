import type { ReactNode } from 'react';
import { useList } from '../../api/hooks.js';
import { ListTable } from '../../components/tables/data-table.js';
import { Card } from '../../components/layout/page.js';
import { When } from '../../components/values/values.js';
import { texts } from './texts.js';
import { common } from '../../text/common.js';

const SCOPES = texts.authorShares.scopes;

/** The author's share of a tenant's payment: by the policy, and overrides. */
export function Shares(): ReactNode {
  const shares = useList('/api/v1/author/revenue-shares');
  return (
    <Card title={common.yourShare}>
      <p className="dim">{texts.authorShares.explanation}</p>
      <ListTable
        label={texts.authorShares.tableLabel}
        list={shares}
        rowKey={(row) => `${row.scope} ${row.name ?? ''} ${row.valid_from ?? ''}`}
        empty={texts.authorShares.empty}
        titles={texts.authorShares.columns}
        columns={[
          { id: 'of', cell: (row) => (row.scope === 'drive' ? row.name : SCOPES[row.scope]) },
          { id: 'share', right: true, cell: (row) => `${row.basis_points / 100} %` },
          {
            id: 'from',
            cell: (row) => (row.valid_from ? <When at={row.valid_from} /> : common.theBeginning),
          },
          { id: 'to', cell: (row) => (row.valid_to ? <When at={row.valid_to} /> : '') },
        ]}
      />
    </Card>
  );
}
