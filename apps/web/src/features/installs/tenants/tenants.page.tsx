import { TextInput } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { useList, useSend, type TenantComplianceView } from '../../../api/hooks.js';
import { ListTable } from '../../../components/tables/data-table.js';
import { DialogButton } from '../../../components/layout/dialog-button.js';
import { Page } from '../../../components/layout/page.js';
import { ToneBadge } from '../../../components/feedback/feedback.js';
import { When } from '../../../components/values/values.js';
import { formatUtcDate } from '../../../lib/format.js';
import { serverNowMs } from '../../../lib/server-time.js';
import { useUrlState } from '../../../lib/url-state.js';
import { controlled } from '../../../lib/use-form.js';
import { TenantLapses, TenantObjections } from '../compliance/lapses.js';
import { texts } from '../texts/tenants.js';
import { NameDialog } from './name-dialog.js';
import { common, rich } from '../../../text/common.js';

/** Compliance record, requirements of plugins and billing currency of each tenant, as the host sets them by its API. */
export function TenantsPage() {
  const [q, setQ] = useUrlState('q');
  const tenants = useList('/api/v1/host/tenants/compliance', { query: { ...(q && { q }) } });
  return (
    <Page
      title={common.tenants}
      actions={
        <DialogButton variant="filled" dialog={<AddTenant />}>
          {texts.tenants.add}
        </DialogButton>
      }
    >
      <p className="dim">
        {texts.tenants.explanation} <Link to="/admin/unfinished">{common.unfinishedInstalls}</Link>
      </p>
      <div className="filters">
        <TextInput label={texts.tenants.nameHostIdLabel} {...controlled(q, setQ)} />
      </div>
      <ListTable
        label={common.tenants}
        list={tenants}
        rowKey={(row) => row.tenant_id}
        onClearFilters={q ? () => setQ('') : undefined}
        empty={texts.tenants.empty}
        titles={texts.tenants.columns}
        columns={[
          {
            id: 'tenant',
            to: '/admin/tenants/$id/ventures',
            toId: (row) => row.tenant_id,
            cell: (row) => row.tenant_name,
          },
          { id: 'currency', cell: (row) => row.currency.toUpperCase() },
          { id: 'baa', cell: (row) => <Agreement of={row} /> },
          { id: 'residency', cell: (row) => row.residency ?? texts.tenants.anywhere },
          { id: 'regulated', cell: (row) => (row.regulated ? common.yes : common.no) },
          { id: 'blocked', right: true, cell: (row) => <span className="num">{row.blocked_upgrades}</span> },
          {
            id: 'operators',
            cell: (row) => (
              <Link
                to="/admin/tenants/$id/operators"
                params={{ id: row.tenant_id }}
                aria-label={texts.tenants.operatorsOfLabel(row.tenant_name)}
              >
                {common.operators}
              </Link>
            ),
          },
          { id: 'changed', cell: (row) => <When last at={row.changed_at} /> },
        ]}
      />
      <TenantLapses />
      <TenantObjections />
    </Page>
  );
}

function AddTenant() {
  const add = useSend('/api/v1/host/tenants', {
    toast: ({ name }) => texts.tenants.toastAdded(name),
  });
  return (
    <NameDialog title={texts.tenants.addTitle} withId withCurrency send={add} onSave={(given) => add.mutate(given)} />
  );
}

function Agreement({ of: { baa } }: { of: TenantComplianceView }) {
  if (!baa) return common.none;
  const over = new Date(baa.until).getTime() <= serverNowMs();
  return rich(texts.tenants.until, {
    reference: baa.reference,
    date: formatUtcDate(baa.until),
    badge: over ? <ToneBadge tone="bad">{common.ended}</ToneBadge> : null,
  });
}
