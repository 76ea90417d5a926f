import { Link } from '@tanstack/react-router';
import { useList } from '../../../api/hooks.js';
import { MemberMay } from '../../../components/feedback/member-may.js';
import { ListTable } from '../../../components/tables/data-table.js';
import { LinkButton } from '../../../components/layout/link-button.js';
import { Page } from '../../../components/layout/page.js';
import { EmptyState, StatusBadge } from '../../../components/feedback/feedback.js';
import { When } from '../../../components/values/values.js';
import { formatCount } from '../../../lib/format.js';
import { texts } from '../texts/listing.js';
import { common, rich } from '../../../text/common.js';

export function DrivesPage() {
  const drives = useList('/api/v1/author/drives');
  return (
    <Page
      title={common.drives}
      actions={
        <MemberMay do="develop">
          <LinkButton to="/author/drives/new">{common.submitAManifest}</LinkButton>
        </MemberMay>
      }
    >
      <ListTable
        label={common.drives}
        list={drives}
        empty={
          <EmptyState>{rich(texts.drives.empty, { link: (text) => <Link to="/validate">{text}</Link> })}</EmptyState>
        }
        titles={texts.drive.facts}
        columns={[
          { id: 'drive', to: '/author/drives/$id', cell: (drive) => drive.name },
          { id: 'slug', cell: (drive) => <code>{drive.slug}</code> },
          { id: 'state', cell: (drive) => <StatusBadge kind="drive" code={drive.state} /> },
          { id: 'liveVersion', cell: (drive) => drive.live_version ?? <span className="dim">{common.none}</span> },
          {
            id: 'installs',
            right: true,
            cell: (drive) => (drive.installs === null ? '' : formatCount(drive.installs)),
          },
          { id: 'lastCheck', cell: (drive) => <When last at={drive.last_checked_at} /> },
        ]}
      />
    </Page>
  );
}
