import type { ReactNode } from 'react';
import type { ApplicationView } from '../../../api/views.js';
import { Timeline } from '../../../components/layout/timeline.js';
import { humanize } from '../../../lib/format.js';

/** The history of an application, as far as its reader may see it. */
export function ApplicationHistory({ application }: { application: ApplicationView }): ReactNode {
  return (
    <Timeline
      items={application.history.map((row) => ({
        id: row.id,
        at: row.at,
        title: humanize(row.action),
        by: row.actor,
        text: row.reason,
      }))}
    />
  );
}
