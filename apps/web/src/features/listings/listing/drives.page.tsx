import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { useList } from '../../../api/hooks.js';
import { ListTable } from '../../../components/tables/data-table.js';
import { LinkButton } from '../../../components/layout/link-button.js';
import { Page } from '../../../components/layout/page.js';
import { EmptyState } from '../../../components/feedback/states.js';
import { StatusBadge } from '../../../components/feedback/status-badge.js';
import { When } from '../../../components/values/when.js';
import { formatCount } from '../../../lib/format.js';

export function DrivesPage(): ReactNode {
  const drives = useList('/api/v1/author/drives');
  return (
    <Page title="Drives" actions={<LinkButton to="/author/drives/new">Submit a manifest</LinkButton>}>
      <ListTable
        label="Drives"
        list={drives}
        rowKey={(drive) => drive.id}
        empty={
          <EmptyState>
            No Drives yet. A Drive is reserved when your application is approved; then submit its manifest URL. You can{' '}
            <Link to="/validate">check a manifest</Link> at any time.
          </EmptyState>
        }
        columns={[
          {
            id: 'drive',
            title: 'Drive',
            cell: (drive) => (
              <Link to="/author/drives/$id" params={{ id: drive.id }}>
                {drive.name}
              </Link>
            ),
          },
          { id: 'slug', title: 'Slug', cell: (drive) => <code>{drive.slug}</code> },
          { id: 'state', title: 'Status', cell: (drive) => <StatusBadge kind="drive" code={drive.state} /> },
          {
            id: 'live',
            title: 'Live version',
            cell: (drive) => drive.live_version ?? <span className="dim">none</span>,
          },
          {
            id: 'installs',
            title: 'Installs',
            right: true,
            cell: (drive) => (drive.installs === null ? '' : formatCount(drive.installs)),
          },
          { id: 'checked', title: 'Last check', cell: (drive) => <When at={drive.last_checked_at} /> },
        ]}
      />
    </Page>
  );
}
