import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { useGet, useList } from '../../../api/hooks.js';
import { useParam } from '../../../lib/url-state.js';
import { DriveConformance } from '../../../components/drives/conformance-history.js';
import { DriveAsOf, wasLive } from '../../../components/drives/drive-as-of.js';
import { Capabilities } from '../../../components/review/capabilities.js';
import { Page } from '../../../components/layout/page.js';
import { Resource } from '../../../components/feedback/resource.js';
import { StatusBadge } from '../../../components/feedback/feedback.js';
import { VersionList } from './version-list.js';
import { texts } from '../texts/listing.js';
import { common } from '../../../text/common.js';

/** The records of a Drive, in any state: for staff. `back` leads to the list it was chosen from. */
function DriveRecords({ back }: { back: ReactNode }) {
  const driveId = useParam('id');
  const versions = useList('/api/v1/author/drives/{driveId}/versions', { path: { driveId } });
  const live = wasLive(versions);
  const now = useGet('/api/v1/author/drives/{driveId}/as-of', { path: { driveId } }, { enabled: live });
  const all = (
    <>
      <DriveConformance driveId={driveId} />
      {now.data?.listing_status ? (
        <>
          <Capabilities thing="drive" id={driveId} />
          <Capabilities thing="listing" id={driveId} />
        </>
      ) : null}
      <section className="stack stack-8">
        <h2>{common.versions}</h2>
        <VersionList driveId={driveId} list={versions} />
      </section>
    </>
  );
  return (
    <Page
      title={now.data?.entry.name ?? common.drive}
      badges={now.data?.listing_status ? <StatusBadge kind="drive" code={now.data.listing_status.state} /> : null}
    >
      <p>{back}</p>
      <Resource of={versions} page>
        {() =>
          !live || now.error?.code === 'not_live_then' ? (
            all
          ) : (
            <Resource of={now} page>
              {() => (
                <>
                  {all}
                  <DriveAsOf driveId={driveId} />
                </>
              )}
            </Resource>
          )
        }
      </Resource>
    </Page>
  );
}

/** One Drive, from its reservation on. */
export const AdminDrivePage = () => (
  <DriveRecords back={<Link to="/admin/fleet-keys">{texts.adminDrive.allDrives}</Link>} />
);

/** One Drive that went live. */
export const ReviewDrivePage = () => (
  <DriveRecords back={<Link to="/review/drives">{texts.reviewDrive.allLiveDrives}</Link>} />
);
