import { NativeSelect } from '@mantine/core';
import { useGet, type ComparisonView, type VersionView } from '../../api/hooks.js';
import { humanize, shortenId } from '../../lib/format.js';
import { useUrlState } from '../../lib/url-state.js';
import { controlled } from '../../lib/use-form.js';
import { findStatus } from '../../text/vocabulary.js';
import { ChangeList, TechnicalDiff } from './change-list.js';
import { Resource } from '../feedback/resource.js';
import { StatusBadge } from '../feedback/feedback.js';
import { texts } from '../texts/drives.js';
import { common } from '../../text/common.js';
type Compared = NonNullable<ComparisonView['from']>;

const WHY: Record<Compared['why'], string> = {
  live: texts.versionChanges.why.live,
  replaced: texts.versionChanges.why.replaced,
  live_then: texts.versionChanges.why.liveThen,
  chosen: '',
};

/** How a version is named among others that may have the same number. */
function versionName({ version, digest }: Pick<VersionView, 'version' | 'digest'>): string {
  return `${version ?? common.noVersion} (${shortenId(digest)})`;
}

const option = (version: VersionView): { value: string; label: string } => ({
  value: version.id,
  label: `${versionName(version)}, ${(findStatus('version', version.state)?.badge ?? humanize(version.state)).toLowerCase()}`,
});

/** Changes of one version against its predecessor, or against any other that is chosen. Both are in the URL. */
export function VersionChanges({
  driveId,
  versions,
  first,
}: {
  driveId: string;
  versions: readonly VersionView[];
  /** Shown when none is chosen. */
  first: string | undefined;
}) {
  const [chosen, choose] = useUrlState('version');
  const [against, compareWith] = useUrlState('against');
  const to = chosen || first || '';
  const comparison = useGet(
    '/api/v1/author/drives/{driveId}/comparison',
    { path: { driveId }, query: { to, ...(against && { from: against }) } },
    { enabled: to !== '' },
  );
  if (to === '') return null;
  const older = (id: string) =>
    id === '' || versions.some((one) => one.id === id)
      ? []
      : [{ value: id, label: texts.versionChanges.anOlderVersion }];
  return (
    <section className="stack stack-8" aria-labelledby="version-changes">
      <h3 id="version-changes">{texts.versionChanges.heading}</h3>
      <div className="filters">
        <NativeSelect
          label={common.version}
          {...controlled(to, choose)}
          data={[...versions.map(option), ...older(to)]}
        />
        <NativeSelect
          label={texts.versionChanges.comparedWithLabel}
          {...controlled(against, compareWith)}
          data={[
            { value: '', label: texts.versionChanges.options.any },
            ...versions.filter(({ id }) => id !== to).map(option),
            ...older(against),
          ]}
        />
      </div>
      <Resource of={comparison} what={common.theComparison}>
        {(view) =>
          view.from ? (
            <>
              <p className="row">
                {view.effect ? <StatusBadge kind="effect" code={view.effect} /> : null}
                <span>
                  {texts.versionChanges.against(versionName(view.to), versionName(view.from), WHY[view.from.why])}
                </span>
              </p>
              <ChangeList changes={view.changes} />
              <TechnicalDiff before={view.manifest_before} after={view.manifest_after} />
            </>
          ) : (
            <p>{texts.versionChanges.explanation(versionName(view.to))}</p>
          )
        }
      </Resource>
    </section>
  );
}
