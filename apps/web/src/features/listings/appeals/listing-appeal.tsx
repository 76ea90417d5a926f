import type { ReactNode } from 'react';
import { MemberMay, useMemberMay } from '../../../components/feedback/member-may.js';
import { useSend, type DriveView, type ListingAppealView, type SubmissionView } from '../../../api/hooks.js';
import { AppealCard, FileAppeal, WithdrawAppeal } from '../../../components/review/appeal.js';
import { texts as reviewTexts } from '../../../components/texts/review.js';
import { texts as areaTexts } from '../texts/appeals.js';
import { common } from '../../../text/common.js';

const texts = areaTexts.listingAppeal;
const toast = reviewTexts.appeal.toastSubmitted;

/** Appeals the refusal of a submission. */
export function AppealRefusal({ of: { id, appeal, may_appeal_until: until } }: { of: SubmissionView }) {
  const send = useSend('/api/v1/submissions/{id}/appeal', { path: { id }, toast });
  return (
    <>
      <Filed appeal={appeal} note={texts.more} />
      <MayAppeal until={until}>
        {(date) => <FileAppeal title={texts.refusalTitle} effect={texts.refusalEffect} until={date} send={send} />}
      </MayAppeal>
    </>
  );
}

/** Appeals the removal of a Drive. */
export function AppealRemoval({ of: { id, appeal, may_appeal_until: until } }: { of: DriveView }) {
  const send = useSend('/api/v1/author/drives/{driveId}/appeal', { path: { driveId: id }, toast });
  return (
    <>
      <Filed appeal={appeal} />
      <MayAppeal until={until}>
        {(date) => <FileAppeal title={texts.removalTitle} effect={texts.removalEffect} until={date} send={send} />}
      </MayAppeal>
    </>
  );
}

function MayAppeal({ until, children }: { until: string | null; children: (date: string) => ReactNode }) {
  if (until === null) return null;
  return (
    <div>
      <MemberMay do="develop">{children(until)}</MemberMay>
    </div>
  );
}

function Filed({ appeal, note }: { appeal: ListingAppealView | null; note?: string }) {
  const develops = useMemberMay('develop');
  return (
    <AppealCard
      kind="listing_appeal"
      appeal={appeal}
      note={note}
      action={appeal && develops ? <WithdrawOwn id={appeal.id} /> : null}
    />
  );
}

function WithdrawOwn({ id }: { id: string }) {
  const withdraw = useSend('/api/v1/author/appeals/{id}/withdraw', { path: { id }, toast: common.toastWithdrawn });
  return <WithdrawAppeal send={withdraw} decision={texts.decision} />;
}
