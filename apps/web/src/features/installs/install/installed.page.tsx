import { TextInput } from '@mantine/core';
import { useList, type InstallView } from '../../../api/hooks.js';
import { ListTable } from '../../../components/tables/data-table.js';
import { useFilter } from '../../../components/tables/filter.js';
import { LinkButton } from '../../../components/layout/link-button.js';
import { Page } from '../../../components/layout/page.js';
import { UrlTabs } from '../../../components/layout/url-tabs.js';
import { StatusBadge, ToneBadge } from '../../../components/feedback/feedback.js';
import { Since, When } from '../../../components/values/values.js';
import { formatUtcDate } from '../../../lib/format.js';
import { useClearUrlState, useUrlState } from '../../../lib/url-state.js';
import { controlled } from '../../../lib/use-form.js';
import { priceText } from '../../../components/drives/price.js';
import { UpgradePolicies } from '../upgrades/upgrade-policy.js';
import { texts } from '../texts/install.js';
import { texts as upgrades } from '../texts/upgrades.js';
import { common, rich } from '../../../text/common.js';
import type { StatusCode } from '../../../text/vocabulary.js';

/** The badge of an install: states that need action come before "active". */
export function installStatus(install: InstallView): StatusCode<'install'> {
  if (install.call?.attention && install.call.kind !== 'probe') return 'attention';
  if (install.state !== 'active') return install.state;
  if (install.refusal) return 'refusing';
  if (install.token_refused_at) return 'token_refused';
  if (install.paused_at) return 'paused';
  if (install.compliance_lapses.length > 0) return 'lapsed';
  if (install.unreachable_since) return 'unreachable';
  return install.upgrade_available ? 'upgrade' : 'active';
}

/** How it answers; nothing while it does not run. */
export function Health({ of }: { of: InstallView }) {
  if (of.state !== 'active') return null;
  if (of.paused_at) return <span className="dim">{texts.installed.notRead}</span>;
  if (of.unreachable_since)
    return (
      <ToneBadge tone="bad">
        {rich(of.refusal ? texts.installed.notWorking : texts.installed.notResponding, {
          since: <Since at={of.refused_since ?? of.unreachable_since} />,
        })}
      </ToneBadge>
    );
  return rich(texts.installed.running, {
    badge: (text) => <ToneBadge tone="ok">{text}</ToneBadge>,
    time: <When at={of.signed_at} />,
  });
}

/** The list first; what is decided once per tenant is behind the other tab. */
export function InstalledPage() {
  return (
    <Page title={common.installed} actions={<LinkButton to="/plugins">{common.browse}</LinkButton>}>
      <UrlTabs
        tabs={{
          list: [common.plugins, <InstalledList />],
          upgrades: [upgrades.upgradePolicy.heading, <UpgradePolicies />],
        }}
      />
    </Page>
  );
}

function InstalledList() {
  const [q, setQ] = useUrlState('q');
  const [status, statusFilter] = useFilter('status', { label: common.status, choices: texts.installed.statuses });
  const query = { ...(q && { q }), ...(status && { status }) };
  const installs = useList('/api/v1/operator/installs', { query }, { refreshMs: 10_000 });
  const clear = useClearUrlState('q', 'status');
  return (
    <>
      <div className="filters">
        <TextInput label={texts.installed.pluginOrVentureLabel} {...controlled(q, setQ)} />
        {statusFilter}
      </div>
      <ListTable
        label={texts.installed.tableLabel}
        list={installs}
        onClearFilters={q || status ? clear : undefined}
        empty={texts.installed.empty}
        columns={[
          { id: 'plugin', to: '/plugins/installed/$id', cell: (install) => install.name },
          { id: 'venture', cell: (install) => install.venture_name },
          { id: 'tenant', cell: (install) => install.tenant_name },
          { id: 'version', cell: (install) => install.version },
          { id: 'price', right: true, cell: (install) => priceText(install) },
          { id: 'since', cell: (install) => <When at={install.activated_at ?? install.created_at} /> },
          { id: 'health', cell: (install) => <Health of={install} /> },
          {
            id: 'state',
            cell: (install) => (
              <span className="row">
                <StatusBadge kind="install" code={installStatus(install)} />
                {install.ends_at && !install.ended_at ? (
                  <span className="small dim">{texts.installed.ends(formatUtcDate(install.ends_at))}</span>
                ) : null}
              </span>
            ),
          },
        ]}
      />
    </>
  );
}
