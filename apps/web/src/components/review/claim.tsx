import { useSend } from '../../api/hooks.js';
import type { CaseHoldView } from '../../api/schema.js';
import { formatUtc } from '../../lib/format.js';
import { useKeys } from '../../lib/page-keys.js';
import { visible } from '../../lib/visible.js';
import { rich } from '../../text/common.js';
import { SendButton } from '../feedback/feedback.js';
import { ConfirmButton, PostButton } from '../forms/post-button.js';
import { texts as areaTexts } from '../texts/review.js';
import { Since } from '../values/values.js';
import { firstOpen } from './criteria.js';

const texts = areaTexts.claim;
const CASE = '/api/v1/review/cases/{id}';

interface CaseClaimProps {
  id: string;
  hold: CaseHoldView | null;
  /** Whether the key c claims it; of several on one page, one. */
  keyed?: boolean;
}

/** Who works on a case of any kind. Looking at one claims nothing: a button does, and the key c; others take it over on purpose. */
export function CaseClaim({ id, hold, keyed = true }: CaseClaimProps) {
  const options = { path: { id } };
  const claim = useSend(`${CASE}/claim`, { ...options, onDone: firstOpen });
  useKeys({ c: keyed && !hold && !claim.isPending ? () => claim.mutate({}) : null });
  const until = hold && <span className="num">{formatUtc(hold.until)}</span>;
  return (
    <div className="row">
      {hold === null ? (
        <>
          <span>{texts.unassigned}</span>
          <SendButton
            variant="default"
            send={claim}
            aria-keyshortcuts={keyed ? 'c' : undefined}
            onClick={() => claim.mutate({})}
          >
            {texts.claim} {keyed ? <kbd aria-hidden>c</kbd> : null}
          </SendButton>
        </>
      ) : hold.yours ? (
        <>
          <span>{rich(texts.assignedToYou, { date: until })}</span>
          <PostButton to={`${CASE}/release`} options={options} body={undefined}>
            {texts.release}
          </PostButton>
        </>
      ) : (
        <>
          <span>
            {rich(texts.assignedTo, { holder: visible(hold.holder), duration: <Since at={hold.since} />, date: until })}
          </span>
          <ConfirmButton
            to={`${CASE}/claim`}
            options={options}
            body={{ takeover: true }}
            title={texts.takeOverDialogTitle}
            effect={texts.takeOverExplanation(visible(hold.holder))}
            confirm={texts.takeOver}
          >
            {texts.takeOver}
          </ConfirmButton>
        </>
      )}
    </div>
  );
}
