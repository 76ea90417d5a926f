import type { ReactNode } from 'react';
import { useList } from '../../../api/hooks.js';
import { ListTable } from '../../../components/tables/data-table.js';
import { When } from '../../../components/values/values.js';
import { visible } from '../../../lib/visible.js';
import { texts } from '../texts/compliance.js';

/** Objections of all tenants to changes of subprocessors, for admins. */
export function TenantObjections(): ReactNode {
  const list = useList('/api/v1/host/subprocessor-objections', {});
  return (
    <section>
      <h2>{texts.tenantObjections.title}</h2>
      <ListTable
        label={texts.tenantObjections.title}
        list={list}
        empty={texts.tenantObjections.empty}
        titles={texts.tenantObjections.columns}
        columns={[
          { id: 'tenant', wrap: true, cell: (row) => row.tenant_name },
          { id: 'plugin', cell: (row) => row.drive },
          { id: 'at', cell: (row) => (row.objected_at ? <When at={row.objected_at} /> : null) },
          { id: 'reason', wrap: true, cell: (row) => visible(row.objection ?? '') },
        ]}
      />
    </section>
  );
}
