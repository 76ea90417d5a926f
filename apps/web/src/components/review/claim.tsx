import type { Sent } from '../forms/send-dialog.js';
import { SendButton } from '../feedback/feedback.js';
import { useKeys } from '../../lib/page-keys.js';
import { texts } from '../texts/review.js';

/** Claims a case of any kind, also by the key c: looking at one claims nothing. */
export function ClaimButton({ send, onClaim }: { send: Sent; onClaim: () => void }) {
  useKeys({ c: send.isPending ? null : onClaim });
  return (
    <SendButton variant="default" send={send} aria-keyshortcuts="c" onClick={onClaim}>
      {texts.claim.claim} <kbd aria-hidden>c</kbd>
    </SendButton>
  );
}
