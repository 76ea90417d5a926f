import type { ReactNode } from 'react';
import { useGet } from '../../../api/hooks.js';
import { Resource } from '../../../components/feedback/resource.js';
import { Card } from '../../../components/layout/page.js';
import { CopyButton } from '../../../components/values/values.js';
import { texts } from '../texts/history.js';
import { Answers, useRange } from './answers.js';

/** How a Drive answered over time, for its author, and its public badge. */
export function DriveHistory({ driveId, slug }: { driveId: string; slug: string | undefined }): ReactNode {
  const [range, rangeField] = useRange();
  const history = useGet(
    '/api/v1/author/drives/{driveId}/history',
    { path: { driveId }, query: { range } },
    { refreshMs: 60_000 },
  );
  return (
    <Card title={texts.history.title} actions={rangeField}>
      <p className="small dim">{texts.history.authorExplanation}</p>
      <Resource of={history} what={texts.history.name} lines={6}>
        {(view) => (
          <div className="stack">
            <Answers of={view} />
            {slug === undefined ? null : <Badge slug={slug} />}
          </div>
        )}
      </Resource>
    </Card>
  );
}

function Badge({ slug }: { slug: string }): ReactNode {
  const address = `${location.origin}/api/public/catalogue/${encodeURIComponent(slug)}/badge.svg`;
  return (
    <div className="stack stack-8">
      <h3>{texts.history.badgeTitle}</h3>
      <p className="small dim">{texts.history.badgeExplanation}</p>
      <p className="copyable">
        <code>{address}</code> <CopyButton text={address} label={texts.history.badgeCopy} />
      </p>
    </div>
  );
}
