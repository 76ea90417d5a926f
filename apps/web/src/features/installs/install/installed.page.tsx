import { NativeSelect, TextInput } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { useList } from '../../../api/hooks.js';
import type { InstallView } from '../../../api/views.js';
import { ListTable } from '../../../components/tables/data-table.js';
import { LinkButton } from '../../../components/layout/link-button.js';
import { Page } from '../../../components/layout/page.js';
import { EmptyState } from '../../../components/feedback/states.js';
import { StatusBadge } from '../../../components/feedback/status-badge.js';
import { When } from '../../../components/values/when.js';
import { formatUtcDate } from '../../../lib/format.js';
import { useClearUrlState, useUrlState } from '../../../lib/url-state.js';
import { priceText } from '../../../components/drives/price.js';
import { UpgradePolicies } from '../upgrades/upgrade-policy.js';

/** The badge of an install: what somebody must act on comes before "active". */
export function installStatus(install: InstallView): string {
  if (install.state !== 'active') return install.state;
  if (install.unreachable_since) return 'unreachable';
  return install.upgrade_available ? 'upgrade' : 'active';
}

const STATUSES = [
  { value: '', label: 'Any' },
  { value: 'upgrade', label: 'Upgrade available' },
  { value: 'active', label: 'Active' },
  { value: 'moving', label: 'In progress' },
  { value: 'ended', label: 'Ended' },
] as const;
type Status = (typeof STATUSES)[number]['value'];

export function InstalledPage(): ReactNode {
  const [q, setQ] = useUrlState('q');
  const [status, setStatus] = useUrlState('status');
  const known = STATUSES.some(({ value }) => value === status) ? (status as Status) : '';
  const query = { ...(q && { q }), ...(known && { status: known }) };
  const installs = useList('/api/v1/operator/installs', { query }, { refreshMs: 10_000 });
  const clear = useClearUrlState('q', 'status');
  return (
    <Page title="Installed" actions={<LinkButton to="/plugins">Browse</LinkButton>}>
      <div className="filters">
        <TextInput label="Plugin or venture" value={q} onChange={(event) => setQ(event.currentTarget.value)} />
        <NativeSelect
          label="Status"
          value={known}
          data={[...STATUSES]}
          onChange={(event) => setStatus(event.currentTarget.value)}
        />
      </div>
      <ListTable
        label="Installed plugins"
        list={installs}
        rowKey={(install) => install.id}
        onClearFilters={q || known ? clear : undefined}
        empty={<EmptyState>No plugins installed yet. Browse the catalogue to get started.</EmptyState>}
        columns={[
          {
            id: 'plugin',
            title: 'Plugin',
            cell: (install) => (
              <Link to="/plugins/installed/$id" params={{ id: install.id }}>
                {install.name}
              </Link>
            ),
          },
          { id: 'venture', title: 'Venture', cell: (install) => install.venture_name },
          { id: 'version', title: 'Version', cell: (install) => install.version },
          { id: 'price', title: 'Price', right: true, cell: (install) => priceText(install) },
          {
            id: 'since',
            title: 'Since',
            cell: (install) => <When at={install.activated_at ?? install.created_at} />,
          },
          {
            id: 'state',
            title: 'Status',
            cell: (install) => (
              <span className="row">
                <StatusBadge kind="install" code={installStatus(install)} />
                {install.ends_at && !install.ended_at ? (
                  <span className="small dim">Ends {formatUtcDate(install.ends_at)}</span>
                ) : null}
              </span>
            ),
          },
        ]}
      />
      <UpgradePolicies />
    </Page>
  );
}
