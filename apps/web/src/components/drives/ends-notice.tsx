import { Alert } from '../feedback/feedback.js';
import { formatUtcDate } from '../../lib/format.js';
import { visible } from '../../lib/visible.js';
import { texts } from '../texts/drives.js';
import { rich } from '../../text/rich.js';

interface EndsNoticeProps {
  /** `closes_at` only where it can still be installed. */
  of: { closes_at?: string | null; ends_at: string | null; ends_reason: string | null };
  /** Subject of the sentence: what ends. */
  what: string;
}

/** The announced end of a plugin: until when it can be installed, when its installs end, and why. */
export function EndsNotice({ of, what }: EndsNoticeProps) {
  if (of.ends_at === null) return null;
  return (
    <Alert tone="warn">
      {rich(texts.endsNotice.notice, {
        installable: of.closes_at ? texts.endsNotice.installableUntil(formatUtcDate(of.closes_at)) : '',
        what,
        end: formatUtcDate(of.ends_at),
        reason: of.ends_reason ? <blockquote className="small">{visible(of.ends_reason)}</blockquote> : null,
      })}
    </Alert>
  );
}
