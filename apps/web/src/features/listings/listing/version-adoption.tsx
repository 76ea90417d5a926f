import { useGet, type AdoptedVersionView } from '../../../api/hooks.js';
import { DataTable } from '../../../components/tables/data-table.js';
import { Chart } from '../../../components/values/chart.js';
import { When } from '../../../components/values/values.js';
import { Resource } from '../../../components/feedback/resource.js';
import { EmptyState } from '../../../components/feedback/feedback.js';
import { formatCount } from '../../../lib/format.js';
import { texts } from '../texts/listing.js';
import { common } from '../../../text/common.js';

/** Who runs which version: the curve of the newest one and the numbers of all. */
export function VersionAdoption({ driveId }: { driveId: string }) {
  const adoption = useGet('/api/v1/author/drives/{driveId}/adoption', { path: { driveId } });
  return (
    <section className="stack stack-8" aria-labelledby="version-adoption">
      <h2 id="version-adoption">{common.adoption}</h2>
      <Resource of={adoption} what={common.theAdoption}>
        {({ versions }) =>
          versions.length === 0 ? (
            <EmptyState>{texts.versionAdoption.empty}</EmptyState>
          ) : (
            <>
              <Curve version={versions[0]!} />
              <DataTable
                label={texts.versionAdoption.tableLabel}
                rows={versions}
                rowKey={(version) => version.revision_id}
                titles={texts.versionAdoption.columns}
                columns={[
                  { id: 'version', cell: (version) => version.version ?? common.notReadable },
                  { id: 'at', cell: (version) => <When at={version.published_at} /> },
                  { id: 'running', right: true, cell: (version) => formatCount(version.running) },
                  { id: 'waiting', right: true, cell: (one) => formatCount(one.waiting) },
                  { id: 'declined', right: true, cell: (one) => formatCount(one.declined) },
                ]}
              />
            </>
          )
        }
      </Resource>
    </section>
  );
}

/** Upgrades to a version, added up per day; one day is a number, not a curve. */
function Curve({ version: { version, days } }: { version: AdoptedVersionView }) {
  if (days.length === 0) return null;
  let total = 0;
  const rows = days.map(({ day, upgraded }) => ({ at: day, upgraded, total: (total += upgraded) }));
  const name = version ?? texts.versionAdoption.theNewestVersion;
  const title = texts.versionAdoption.upgradedIn(name, formatCount(total), days.length);
  if (days.length < 2) return <p>{title}</p>;
  return (
    <Chart
      title={title}
      kind="line"
      step="day"
      unit="count"
      rows={rows}
      series={[{ label: texts.versionAdoption.curveColumns.total, value: (row) => row.total }]}
      more={[{ label: texts.versionAdoption.curveColumns.upgraded, value: (row) => row.upgraded }]}
    />
  );
}
