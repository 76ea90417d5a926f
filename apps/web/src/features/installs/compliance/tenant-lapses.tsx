import type { ReactNode } from 'react';
import { useList } from '../../../api/hooks.js';
import type { ComplianceLapseView } from '../../../api/views.js';
import { ListTable } from '../../../components/tables/data-table.js';
import { When } from '../../../components/values/values.js';
import { formatUtcDate } from '../../../lib/format.js';
import { texts } from '../texts/compliance.js';
import { gapText } from './compliance-lapses.js';

function actionText({ action, acts_at: at, acted_at: acted }: ComplianceLapseView): string {
  if (action === 'warn' || at === null) return texts.tenantLapses.none;
  if (acted !== null) return texts.tenantLapses.acted[action];
  return action === 'pause'
    ? texts.tenantLapses.willPause(formatUtcDate(at))
    : texts.tenantLapses.willRemove(formatUtcDate(at));
}

/** Running installs of all tenants that no longer meet a requirement, for admins. */
export function TenantLapses(): ReactNode {
  const lapses = useList('/api/v1/host/compliance-lapses', {});
  return (
    <section>
      <h2>{texts.tenantLapses.title}</h2>
      <ListTable
        label={texts.tenantLapses.title}
        list={lapses}
        rowKey={(row) => `${row.install_id} ${row.gap}`}
        empty={texts.tenantLapses.empty}
        titles={texts.tenantLapses.columns}
        columns={[
          { id: 'tenant', wrap: true, cell: (row) => row.tenant_name },
          { id: 'plugin', wrap: true, cell: (row) => row.name },
          { id: 'venture', wrap: true, cell: (row) => row.venture_name },
          { id: 'gap', wrap: true, cell: gapText },
          { id: 'since', cell: (row) => <When at={row.since} /> },
          { id: 'actor', cell: (row) => texts.tenantLapses.actor[row.must_act] },
          { id: 'action', cell: actionText },
        ]}
      />
    </section>
  );
}
