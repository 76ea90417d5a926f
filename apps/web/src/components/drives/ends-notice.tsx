import type { ReactNode } from 'react';
import { Alert } from '../feedback/states.js';
import { formatUtcDate } from '../../lib/format.js';
import { visible } from '../../lib/visible.js';

interface EndsNoticeProps {
  /** `closes_at` only where it can still be installed. */
  of: { closes_at?: string | null; ends_at: string | null; ends_reason: string | null };
  /** What ends, beginning the sentence. */
  what: string;
}

/** The announced end of a plugin: until when it can be installed, when its installs end, and why. */
export function EndsNotice({ of, what }: EndsNoticeProps): ReactNode {
  if (of.ends_at === null) return null;
  return (
    <Alert tone="warn">
      This plugin will be retired. {of.closes_at ? `It can be installed until ${formatUtcDate(of.closes_at)}. ` : ''}
      {what} on {formatUtcDate(of.ends_at)}.
      {of.ends_reason ? <blockquote className="small">{visible(of.ends_reason)}</blockquote> : null}
    </Alert>
  );
}
