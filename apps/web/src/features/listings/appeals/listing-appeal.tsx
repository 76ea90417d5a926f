import type { ComponentProps } from 'react';
import { MemberMay, useMemberMay } from '../../../components/feedback/member-may.js';
import { useSend, type DriveView, type SubmissionView } from '../../../api/hooks.js';
import { AppealCard, FileAppeal, WithdrawAppeal } from '../../../components/review/appeal.js';
import { texts as reviewTexts } from '../../../components/texts/review.js';
import { texts as areaTexts } from '../texts/appeals.js';
import { common } from '../../../text/common.js';

const texts = areaTexts.listingAppeal;
const toast = reviewTexts.appeal.toastSubmitted;

/** Appeals the refusal of a submission. */
export function AppealRefusal({ of }: { of: SubmissionView }) {
  const send = useSend('/api/v1/submissions/{id}/appeal', { path: { id: of.id }, toast });
  return <Appeal of={of} note={texts.more} title={texts.refusalTitle} effect={texts.refusalEffect} send={send} />;
}

/** Appeals the removal of a Drive. */
export function AppealRemoval({ of }: { of: DriveView }) {
  const send = useSend('/api/v1/author/drives/{driveId}/appeal', { path: { driveId: of.id }, toast });
  return <Appeal of={of} title={texts.removalTitle} effect={texts.removalEffect} send={send} />;
}

interface AppealProps extends Pick<ComponentProps<typeof FileAppeal>, 'title' | 'effect' | 'send'> {
  of: Pick<DriveView, 'appeal' | 'may_appeal_until'>;
  note?: string;
}

/** The appeal that was filed, and the way to file one while it is open. */
function Appeal({ of: { appeal, may_appeal_until: until }, note, ...filing }: AppealProps) {
  const develops = useMemberMay('develop');
  return (
    <>
      <AppealCard
        kind="listing_appeal"
        appeal={appeal}
        note={note}
        action={appeal && develops ? <WithdrawOwn id={appeal.id} /> : null}
      />
      {until === null ? null : (
        <div>
          <MemberMay do="develop">
            <FileAppeal {...filing} until={until} />
          </MemberMay>
        </div>
      )}
    </>
  );
}

function WithdrawOwn({ id }: { id: string }) {
  const withdraw = useSend('/api/v1/author/appeals/{id}/withdraw', { path: { id }, toast: common.toastWithdrawn });
  return <WithdrawAppeal send={withdraw} decision={texts.decision} />;
}
