import type { ReactNode } from 'react';
import type { DriveContentView } from '../../../api/schema.js';
import { VerifiedFacts } from '../../../components/drives/listing-card.js';
import { Alert } from '../../../components/feedback/feedback.js';
import { visible } from '../../../lib/visible.js';
import { texts } from '../texts/content.js';

const words = texts.verification;

/** Whether the page of the Drive has the mark "Verified", with its two facts, or what is missing. */
export function Verification({ of }: { of: DriveContentView['verification'] }): ReactNode {
  const { origin, website, handshake_at: at, domain } = of;
  if (origin && at && domain)
    return (
      <Alert tone="ok">
        <p>{words.yes}</p>
        <VerifiedFacts of={{ at, origin, domain }} />
      </Alert>
    );
  return (
    <Alert tone="info">
      <p>{words.no}</p>
      {origin === null ? <p>{words.notLive}</p> : null}
      {origin && !at ? <p>{words.noAnswer(visible(origin))}</p> : null}
      {origin && !domain ? <p>{words.otherDomain(visible(origin), visible(website))}</p> : null}
    </Alert>
  );
}
