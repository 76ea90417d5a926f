import { Button } from '@mantine/core';
import { refreshWhile, useGet, useList, type InstallView, type QuotaUseView } from '../../../api/hooks.js';
import { Id, Since, When } from '../../../components/values/values.js';
import { ListTable } from '../../../components/tables/data-table.js';
import { namedValues } from './named-values.js';
import { PostButton } from '../../../components/forms/post-button.js';
import { DialogButton } from '../../../components/layout/dialog-button.js';
import { UrlTabs } from '../../../components/layout/url-tabs.js';
import { Card, Facts, NamedFacts } from '../../../components/layout/page.js';
import { PermissionList } from '../../../components/drives/permission-list.js';
import { Resource, ResourcePage } from '../../../components/feedback/resource.js';
import { Alert, Refreshing, StatusBadge, ToneBadge, WhoActs } from '../../../components/feedback/feedback.js';
import { formatCount, humanize } from '../../../lib/format.js';
import { useParam } from '../../../lib/url-state.js';
import { visible } from '../../../lib/visible.js';
import { EndsNotice } from '../../../components/drives/ends-notice.js';
import { RunningBill } from '../../billing/invoicing/running-bill.js';
import { InstallBillingSummaries } from '../../billing/summaries/billing-summaries.js';
import { ComplianceLapses } from '../compliance/lapses.js';
import { SubprocessorNotices } from '../compliance/subprocessor-notices.js';
import { InstallHistory } from '../history/history.js';
import { EmbedTab } from './embed-tab.js';
import { InstallCalls, LastSigned } from './install-calls.js';
import { installStatus } from './installed.page.js';
import { priceText } from '../../../components/drives/price.js';
import { InstallDeliveries } from './event-deliveries.js';
import { SettingsTab } from './settings-tab.js';
import { InstallReading } from './reading.js';
import { InstallTimeline } from './install-timeline.js';
import { UninstallDialog } from './uninstall-dialog.js';
import { DeclinedUpgrade, UpgradePrompt } from '../upgrades/upgrade-prompt.js';
import { texts } from '../texts/install-detail.js';
import { common, rich } from '../../../text/common.js';

const INSTALL = '/api/v1/operator/installs/{id}';
const isUnderWay = ({ state }: InstallView): boolean => ['requested', 'sending', 'revoking', 'unknown'].includes(state);

/** One plugin in one venture: state live, events, metrics, upgrade prompt, uninstall. */
export function InstallDetailPage() {
  const id = useParam('id');
  const install = useGet(INSTALL, { path: { id } }, { refreshMs: refreshWhile(isUnderWay) });
  const view = install.data;
  return (
    <ResourcePage
      of={install}
      title={view ? common.nameForVenture(view.name, view.venture_name) : common.plugin}
      badges={view ? <StatusBadge kind="install" code={installStatus(view)} /> : null}
      actions={
        view ? (
          <>
            {view.pages.length > 0 && !view.token_refused_at && !view.refusal ? (
              // A link that loads the document: it decides which plugin may be framed.
              <Button component="a" href={`/plugins/installed/${encodeURIComponent(view.id)}/open`}>
                {texts.installDetail.openPlugin}
              </Button>
            ) : null}
            {!['revoking', 'revoked'].includes(view.state) ? (
              <DialogButton dialog={<UninstallDialog install={view} />}>{texts.installDetail.uninstall}</DialogButton>
            ) : null}
          </>
        ) : null
      }
    >
      {(one) => (
        <>
          <WhoActs
            kind="install"
            code={installStatus(one)}
            note={
              isUnderWay(one) ? (
                <Refreshing of={install} />
              ) : installStatus(one) === 'active' ? (
                <LastSigned of={one} />
              ) : null
            }
          />
          {one.failure && !one.call ? (
            <Alert tone={one.state === 'failed' ? 'bad' : 'warn'} urgent>
              {texts.installDetail.nothingWasCharged(one.failure)}
            </Alert>
          ) : null}
          {one.state === 'active' && one.cannot_open && !one.paused_at ? (
            <Alert tone="warn">{texts.installDetail.cannotBeOpened(one.cannot_open)}</Alert>
          ) : null}
          <InstallCalls install={one} />
          <ComplianceLapses install={one} />
          {one.state === 'active' ? <SubprocessorNotices id={one.id} /> : null}
          {one.ended_at ? null : <EndsNotice of={one} what={texts.installDetail.names.installEnd} />}
          {one.upgrade_available ? <UpgradePrompt install={one} /> : null}
          {one.upgrade_declined ? <DeclinedUpgrade install={one} /> : null}
          <InstallTabs install={one} />
        </>
      )}
    </ResourcePage>
  );
}

function InstallTabs({ install }: { install: InstallView }) {
  const { id, embeds } = install;
  const titles = texts.installDetailInstallTabs;
  return (
    <UrlTabs
      tabs={{
        overview: [titles.overview, <Overview install={install} />],
        settings: [common.settings, <SettingsTab install={install} />],
        ...(embeds && { embed: [titles.embed, <EmbedTab install={install} />] }),
        timeline: [titles.timeline, <InstallTimeline id={id} />],
        history: [common.historyTitle, <InstallHistory id={id} />],
        events: [
          titles.events,
          <>
            <Events id={id} />
            <InstallReading id={id} />
          </>,
        ],
        deliveries: [titles.deliveries, <InstallDeliveries id={id} />],
      }}
    />
  );
}

function Overview({ install }: { install: InstallView }) {
  const support = install.support_email ?? install.support_url;
  return (
    <div className="detail-columns">
      <Card title={texts.installDetailInstallTabs.permissionsGrantedTitle}>
        <PermissionList permissions={install.permissions} />
      </Card>
      <div className="stack">
        <Card title={common.install}>
          <Facts
            titles={texts.installDetailInstallTabs.facts}
            items={{
              id: <Id value={install.id} />,
              venture: `${install.venture_name} (${install.tenant_name})`,
              version: install.version,
              category: install.category,
              support: support ? visible(support) : null,
              price: priceText(install),
              freeUntil: install.trial_ends_at ? <When at={install.trial_ends_at} /> : null,
              since: install.activated_at ? <When at={install.activated_at} /> : null,
              ends: install.ends_at && !install.ended_at ? <When at={install.ends_at} /> : null,
              removed: install.ended_at ? <When at={install.ended_at} /> : null,
            }}
          />
        </Card>
        {Object.keys(install.config).length > 0 ? (
          <Card title={common.settings}>
            <NamedFacts items={namedValues(install.config)} />
          </Card>
        ) : null}
        <Metrics id={install.id} />
        <RunningBill installId={install.id} />
        <InstallBillingSummaries id={install.id} />
      </div>
    </div>
  );
}

function Metrics({ id }: { id: string }) {
  const metrics = useGet('/api/v1/operator/installs/{id}/metrics', { path: { id } }, { refreshMs: 15_000 });
  return (
    <Card
      title={texts.installDetail.metricsTitle}
      actions={
        <PostButton
          to="/api/v1/operator/installs/{id}/refresh"
          options={{
            path: { id },
            toast: ({ reachable, events_new: events, problem }) =>
              reachable ? texts.installDetail.toastNewEvents(events) : (problem ?? texts.installDetail.toastNoResponse),
          }}
          body={undefined}
        >
          {texts.installDetail.readNow}
        </PostButton>
      }
    >
      <Resource of={metrics} what={texts.installDetail.names.metrics} lines={2}>
        {(view) => {
          const { quota } = view;
          return view.metrics ? (
            <>
              {quota ? <Quota of={quota} /> : null}
              <NamedFacts
                items={[
                  ...namedValues(typeof quota?.used === 'number' ? withoutQuota(view.metrics) : view.metrics),
                  ...namedValues(view.health ?? {}),
                ]}
              />
              <p className="small dim">
                {view.unreachable_since
                  ? rich(texts.installDetail.noResponse, {
                      duration: <Since at={view.unreachable_since} />,
                    })
                  : rich(common.readTime, { time: <When at={view.at} /> })}
              </p>
            </>
          ) : (
            <p className="dim">{texts.installDetail.metricsExplanation}</p>
          );
        }}
      </Resource>
    </Card>
  );
}

/** Names in it are the plugin's own too. */
const json = (value: object): string => visible(JSON.stringify(value));

/**
 * How much of what it may use is used, what is counted, and what happens above it; the number always next to the bar.
 */
function Quota({ of }: { of: QuotaUseView }) {
  return (
    <div className="stack stack-8">
      {of.exceeded ? <Alert tone="warn">{texts.installDetail.exceeded}</Alert> : null}
      {of.used === null ? (
        <p>{texts.installDetail.notReported(formatCount(of.limit))}</p>
      ) : (
        <Gauge used={of.used} limit={of.limit} />
      )}
      <p className="small dim">
        {texts.installDetail.unit(visible(humanize(of.unit)))} {texts.installDetail.policies[of.overage_policy]}
      </p>
    </div>
  );
}

function Gauge({ used, limit }: { used: number; limit: number }) {
  const part = Math.floor((used / limit) * 100);
  const tone = part >= 100 ? 'bad' : part >= 80 ? 'warn' : null;
  return (
    <>
      <progress
        className="progress"
        max={limit}
        value={Math.min(used, limit)}
        aria-label={texts.installDetail.quotaUsedLabel}
      />
      <p>
        {rich(texts.installDetail.quotaOfUsed, {
          used: formatCount(used),
          limit: formatCount(limit),
          part,
          badge: tone ? (
            <ToneBadge tone={tone}>{tone === 'bad' ? common.usedUp : texts.installDetail.nearlyUsedUp}</ToneBadge>
          ) : null,
        })}
      </p>
    </>
  );
}

const QUOTA = new Set(['quota_used', 'quota_limit']);
const withoutQuota = (values: object): object =>
  Object.fromEntries(Object.entries(values).filter(([name]) => !QUOTA.has(name)));

function Events({ id }: { id: string }) {
  const events = useList('/api/v1/operator/installs/{id}/events', { path: { id } }, { refreshMs: 10_000 });
  return (
    <ListTable
      label={texts.installDetail.eventsTableLabel}
      list={events}
      empty={texts.installDetail.eventsEmpty}
      titles={texts.installDetail.eventsColumns}
      columns={[
        { id: 'type', cell: (event) => <code>{event.type}</code> },
        { id: 'at', cell: (event) => <When machine at={event.ts} /> },
        { id: 'data', cell: (event) => <code>{json(event.payload)}</code> },
        {
          id: 'note',
          cell: (event) => (event.quarantine ? <ToneBadge tone="bad">{humanize(event.quarantine)}</ToneBadge> : ''),
        },
      ]}
    />
  );
}
