import { Button, Tabs } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import type { ReactNode } from 'react';
import { useGet, useList } from '../../api/hooks.js';
import { useLive } from '../../api/live.js';
import type { DriveEventRow, InstallView, MetricsView } from '../../api/views.js';
import { Id } from '../../components/copy.js';
import { ListTable } from '../../components/data-table.js';
import { Figure } from '../../components/money.js';
import { Card, Facts, Page } from '../../components/page.js';
import { PermissionList } from '../../components/permission-list.js';
import { Resource } from '../../components/resource.js';
import { Alert, EmptyState, LiveMark, StatusLine } from '../../components/states.js';
import { StatusBadge } from '../../components/status-badge.js';
import { When } from '../../components/when.js';
import { WhoActs } from '../../components/who-acts.js';
import { humanize } from '../../lib/format.js';
import { useParam, useUrlState } from '../../lib/url-state.js';
import { installStatus } from './installed.js';
import { priceText } from './price.js';
import { UninstallDialog } from './uninstall-dialog.js';
import { UpgradePrompt } from './upgrade-prompt.js';

const INSTALL = '/api/v1/operator/installs/{id}';
const moving = new Set(['requested', 'sending', 'revoking', 'unknown']);

/** One plugin in one venture: state live, events, metrics, upgrade prompt, uninstall. */
export function InstallDetailPage(): ReactNode {
  const id = useParam('id');
  const client = useQueryClient();
  const install = useGet(INSTALL, { path: { id } }, { refreshMs: 10_000 });
  const [removing, setRemoving] = useState(false);
  const view = install.data;
  const live = useLive(`/api/v1/operator/installs/${encodeURIComponent(id)}/live`, {
    types: ['state', 'step', 'progress'],
    enabled: view !== undefined && moving.has(view.state),
    onTick: () => void client.invalidateQueries({ queryKey: [INSTALL] }),
  });
  return (
    <Page
      title={view ? `${view.drive_name} for ${view.venture.name}` : 'Plugin'}
      badges={view ? <StatusBadge kind="install" code={installStatus(view)} /> : null}
      actions={
        view && ['active', 'unknown', 'attention'].includes(view.state) ? (
          <Button variant="default" onClick={() => setRemoving(true)}>
            Uninstall
          </Button>
        ) : null
      }
    >
      <Resource of={install} page>
        {(one) => (
          <>
            <WhoActs kind="install" code={installStatus(one)} note={<LiveMark live={live} />} />
            <StatusLine>{moving.has(one.state) ? `State: ${humanize(one.state)}.` : ''}</StatusLine>
            {one.failure ? (
              <Alert tone="bad" urgent>
                {one.failure.message} Nothing was charged.
              </Alert>
            ) : null}
            {one.upgrade_state === 'open' ? <UpgradePrompt install={one} /> : null}
            <InstallTabs install={one} />
            {removing ? <UninstallDialog install={one} onClose={() => setRemoving(false)} /> : null}
          </>
        )}
      </Resource>
    </Page>
  );
}

function InstallTabs({ install }: { install: InstallView }): ReactNode {
  const [tab, setTab] = useUrlState('tab', 'overview');
  return (
    <Tabs value={tab} onChange={(value) => setTab(value ?? 'overview')} keepMounted={false}>
      <Tabs.List>
        <Tabs.Tab value="overview">Overview</Tabs.Tab>
        <Tabs.Tab value="events">Events</Tabs.Tab>
      </Tabs.List>
      <Tabs.Panel value="overview" pt="sm">
        <div className="detail-columns">
          <Card title="Permissions granted">
            <PermissionList permissions={install.permissions} />
          </Card>
          <div className="stack">
            <Card title="Install">
              <Facts
                items={[
                  ['Id', <Id key="id" value={install.id} />],
                  ['Venture', `${install.venture.name} (${install.venture.tenant_name})`],
                  ['Version', install.version],
                  ['Price', priceText(install.price)],
                  ['Since', install.activated_at ? <When key="a" at={install.activated_at} /> : null],
                  ['Removed', install.removed_at ? <When key="r" at={install.removed_at} /> : null],
                ]}
              />
            </Card>
            <Metrics id={install.id} />
          </div>
        </div>
      </Tabs.Panel>
      <Tabs.Panel value="events" pt="sm">
        <Events id={install.id} />
      </Tabs.Panel>
    </Tabs>
  );
}

function Metrics({ id }: { id: string }): ReactNode {
  const metrics = useGet('/api/v1/operator/installs/{id}/metrics', { path: { id } }, { refreshMs: 15_000 });
  return (
    <Card title="Metrics">
      <Resource of={metrics} what="the metrics" lines={2}>
        {(view) =>
          view.items.length === 0 ? (
            <p className="dim">No figures yet. They are read from the plugin every few minutes.</p>
          ) : (
            <div className="strip">
              {view.items.map((item) => (
                <Figure key={item.name} label={humanize(item.name)}>
                  {String(item.value)}
                </Figure>
              ))}
            </div>
          )
        }
      </Resource>
    </Card>
  );
}

function Events({ id }: { id: string }): ReactNode {
  const events = useList('/api/v1/operator/installs/{id}/events', { path: { id } }, { refreshMs: 10_000 });
  return (
    <ListTable
      label="Events"
      list={events}
      rowKey={(event) => event.id}
      empty={<EmptyState>No event yet. What the plugin reports appears here within a minute.</EmptyState>}
      columns={[
        { id: 'type', title: 'Event', cell: (event) => <code>{event.type}</code> },
        { id: 'at', title: 'Time', cell: (event) => <When at={event.at} /> },
        { id: 'data', title: 'Data', wrap: true, cell: (event) => <code>{JSON.stringify(event.data)}</code> },
      ]}
    />
  );
}
