import type { ReactNode } from 'react';
import { useGet } from '../../../api/hooks.js';
import type { AdoptedVersionView } from '../../../api/schema.js';
import { DataTable } from '../../../components/tables/data-table.js';
import { edgesOf } from '../../../components/values/plot-layout.js';
import { Plot } from '../../../components/values/plot.js';
import { When } from '../../../components/values/values.js';
import { Resource } from '../../../components/feedback/resource.js';
import { EmptyState } from '../../../components/feedback/feedback.js';
import { formatCount } from '../../../lib/format.js';
import { texts } from '../texts/listing.js';
import { common } from '../../../text/common.js';

const DAY_SECONDS = 86_400;

/** Who runs which version: the curve of the newest one and the numbers of all. */
export function VersionAdoption({ driveId }: { driveId: string }): ReactNode {
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
function Curve({ version: { version, days } }: { version: AdoptedVersionView }): ReactNode {
  if (days.length === 0) return null;
  let total = 0;
  const points = days.map(({ day, upgraded }) => ({ at: Date.parse(day), value: (total += upgraded) }));
  const name = version ?? texts.versionAdoption.theNewestVersion;
  const title = texts.versionAdoption.upgradedIn(name, formatCount(total), days.length);
  if (days.length < 2) return <p>{title}</p>;
  return (
    <Plot
      title={title}
      of={{ from: days[0]!.day, to: days.at(-1)!.day, bin_seconds: DAY_SECONDS }}
      points={points}
      edges={edgesOf(points)}
      edge={formatCount}
      rows={days.map((one) => ({ ...one, at: one.day }))}
      titles={texts.versionAdoption.curveColumns}
      columns={[
        { id: 'day', cell: ({ day }) => day },
        { id: 'upgraded', right: true, cell: ({ upgraded }) => formatCount(upgraded) },
      ]}
    />
  );
}
