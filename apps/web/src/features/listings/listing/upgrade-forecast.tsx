import { useGet, type ForecastView, type VersionView } from '../../../api/hooks.js';
import { ChangeList } from '../../../components/drives/change-list.js';
import { DataTable } from '../../../components/tables/data-table.js';
import { Resource } from '../../../components/feedback/resource.js';
import { EmptyState, StatusBadge } from '../../../components/feedback/feedback.js';
import { formatCount } from '../../../lib/format.js';
import { upgradeReason } from '../../../text/vocabulary.js';
import { texts } from '../texts/listing.js';

const OVER = new Set(['live', 'superseded', 'rejected', 'withdrawn', 'failed', 'checks_failed']);

/** Observed, and not followed unless its author submits it. */
const WAITS_FOR_NOBODY = new Set(['held', 'detected']);

/**
 * The version that is published next: the one in review or in its checks, else the newest when it can still be published;
 * null when that is live already or over.
 */
export function versionOnItsWay(versions: readonly VersionView[]): VersionView | null {
  const open = versions.filter((one) => one.published_at === null && !OVER.has(one.state));
  return open.find(({ state }) => !WAITS_FOR_NOBODY.has(state)) ?? open.find((one) => one === versions[0]) ?? null;
}

/** Effect of publishing a version: its changes against the live one, and the outcome for installs. */
export function UpgradeForecast({ driveId, version }: { driveId: string; version: VersionView }) {
  const forecast = useGet('/api/v1/author/drives/{driveId}/forecast', {
    path: { driveId },
    query: { revision_id: version.id },
  });
  return (
    <section className="stack stack-8" aria-labelledby="forecast">
      <h2 id="forecast">
        {texts.upgradeForecast.heading(version.version ?? texts.upgradeForecast.theSubmittedVersion)}
      </h2>
      {version.compared_with ? (
        <p className="dim">
          {texts.upgradeForecast.changesAgainst(version.compared_with.version ?? texts.upgradeForecast.theLiveVersion)}
        </p>
      ) : null}
      <ChangeList changes={version.changes} />
      <Resource of={forecast} what={texts.upgradeForecast.names.forecast}>
        {(view) => <Groups forecast={view} />}
      </Resource>
    </section>
  );
}

function Groups({ forecast }: { forecast: ForecastView }) {
  if (!forecast.asks) return <EmptyState>{texts.upgradeForecast.versionNotIncreased}</EmptyState>;
  if (forecast.groups.length === 0) return <EmptyState>{texts.upgradeForecast.noActiveInstalls}</EmptyState>;
  return (
    <>
      <p>
        {texts.upgradeForecast.summary(
          formatCount(forecast.alone),
          formatCount(forecast.consent),
          formatCount(forecast.blocked),
        )}
      </p>
      <DataTable
        label={texts.upgradeForecast.tableLabel}
        rows={forecast.groups}
        rowKey={(group) => [group.outcome, ...group.reasons].join()}
        titles={texts.upgradeForecast.columns}
        columns={[
          { id: 'outcome', cell: (group) => <StatusBadge kind="outcome" code={group.outcome} /> },
          {
            id: 'why',
            cell: (group) => group.reasons.map(upgradeReason).join(' ') || texts.upgradeForecast.acceptedByPolicy,
          },
          { id: 'installs', right: true, cell: (group) => formatCount(group.installs) },
        ]}
      />
    </>
  );
}
