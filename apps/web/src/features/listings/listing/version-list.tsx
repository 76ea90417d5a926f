import { Link } from '@tanstack/react-router';
import type { ListResult, VersionView } from '../../../api/hooks.js';
import { formatCount } from '../../../lib/format.js';
import { Id, When } from '../../../components/values/values.js';
import { ListTable } from '../../../components/tables/data-table.js';
import { StatusBadge } from '../../../components/feedback/feedback.js';
import { VersionChanges } from '../../../components/drives/version-changes.js';
import { texts } from '../texts/listing.js';
import { common } from '../../../text/common.js';

/** Every version of a Drive, and below the changes of one of them: the live one until another is chosen. */
export function VersionList({ driveId, list }: { driveId: string; list: ListResult<VersionView> }) {
  const versions = list.data?.pages.flatMap((page) => page.items) ?? [];
  const first = (versions.find(({ state }) => state === 'live') ?? versions[0])?.id;
  return (
    <>
      <ListTable
        label={common.versions}
        list={list}
        empty={texts.versionList.empty}
        titles={texts.versionList.columns}
        columns={[
          {
            id: 'version',
            cell: (version) => (
              <Link
                to="."
                search={(old) => ({ ...old, version: version.id, against: undefined })}
                hash="version-changes"
              >
                {version.version ?? common.noVersion}
              </Link>
            ),
          },
          { id: 'state', cell: (version) => <StatusBadge kind="version" code={version.state} /> },
          { id: 'found', cell: (version) => <When at={version.detected_at} /> },
          { id: 'published', cell: (version) => <When at={version.published_at} /> },
          {
            id: 'effect',
            cell: (version) =>
              version.effect ? (
                <StatusBadge kind="effect" code={version.effect} />
              ) : (
                <span className="dim">{texts.versionList.first}</span>
              ),
          },
          {
            id: 'against',
            cell: ({ compared_with: other }) => (other ? (other.version ?? common.noVersion) : ''),
          },
          { id: 'digest', cell: (version) => <Id value={version.digest} what={common.digestInText} /> },
          {
            id: 'installs',
            right: true,
            cell: (version) => (version.installs === null ? '' : formatCount(version.installs)),
          },
        ]}
      />
      <VersionChanges driveId={driveId} versions={versions} first={first} />
    </>
  );
}
