import type { ReactNode } from 'react';
import { useGet, useList } from '../api/hooks.js';
import { useParam } from '../lib/url-state.js';
import { DriveConformance } from './conformance-history.js';
import { DriveAsOf } from './drive-as-of.js';
import { Page } from './page.js';
import { Resource } from './resource.js';
import { StatusBadge } from './status-badge.js';
import { VersionList } from './version-list.js';

/** What is on record about a Drive, in whatever state it is: for staff. `back` leads to the list it was chosen from. */
export function DriveRecords({ back }: { back: ReactNode }): ReactNode {
  const driveId = useParam('id');
  const now = useGet('/api/v1/author/drives/{driveId}/as-of', { path: { driveId } });
  const versions = useList('/api/v1/author/drives/{driveId}/versions', { path: { driveId } });
  const all = (
    <>
      <DriveConformance driveId={driveId} />
      <section className="stack stack-8" aria-labelledby="versions">
        <h2 id="versions">Versions</h2>
        <VersionList driveId={driveId} list={versions} />
      </section>
      <DriveAsOf driveId={driveId} />
    </>
  );
  return (
    <Page
      title={now.data?.entry.name ?? 'Drive'}
      badges={now.data?.standing ? <StatusBadge kind="drive" code={now.data.standing.state} /> : null}
    >
      <p>{back}</p>
      {now.error?.code === 'not_live_then' ? (
        all
      ) : (
        <Resource of={now} page>
          {() => all}
        </Resource>
      )}
    </Page>
  );
}
