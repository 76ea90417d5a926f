import { useGet, type ApplicationView, type NextStepView } from '../../../api/hooks.js';
import { StatusBadge, WhoActs, whoText } from '../../../components/feedback/feedback.js';
import { formatUtc } from '../../../lib/format.js';
import { serverNowMs } from '../../../lib/server-time.js';
import { usualTime } from './usual-time.js';
import { texts } from '../texts/applications.js';

/** The next step of the account; none before an approval, and null until it is known. */
export function useNextSteps({ state }: ApplicationView): readonly NextStepView[] | null {
  const account = useGet('/api/v1/author/account', {}, { enabled: state === 'approved' });
  return state === 'approved' ? (account.data?.next_steps ?? null) : [];
}

const appealed = ({ appeal }: ApplicationView): boolean => appeal?.state === 'open';

/** In one word: the application, or the appeal that decides about it. */
export function ApplicationBadge({ of }: { of: ApplicationView }) {
  return appealed(of) ? <StatusBadge kind="appeal" code="open" /> : <StatusBadge kind="application" code={of.state} />;
}

/** Who acts next, and until when; on the page of the application and on the home page of who applied. */
export function ApplicationStatus({ of }: { of: ApplicationView }) {
  return (
    <>
      <WhoActsNext of={of} />
      <AfterRefusal of={of} />
    </>
  );
}

/** Who acts next; of an approved application, the next step of the account. */
function WhoActsNext({ of }: { of: ApplicationView }) {
  const steps = useNextSteps(of);
  if (appealed(of)) return <WhoActs kind="appeal" code="open" />;
  if (of.state !== 'approved') return <WhoActs kind="application" code={of.state} note={<Waiting of={of} />} />;
  if (steps === null) return null;
  const open = steps.find(({ done }) => !done);
  return (
    <p>
      <span className="strong">{whoText(open ? 'author' : 'nobody', 'author')}</span>{' '}
      {open ? `${open.title}.` : texts.application.noStepsLeft}
    </p>
  );
}

/** The place in the queue, and how long it usually takes. */
function Waiting({ of: { state, position } }: { of: ApplicationView }) {
  const outlook = useGet(
    '/api/v1/applications/outlook',
    {},
    { enabled: state === 'submitted' || state === 'in_review' },
  );
  if (!outlook.data || (state !== 'submitted' && state !== 'in_review')) return null;
  const place =
    position === null ? '' : texts.application.positionOf(position, Math.max(outlook.data.waiting, position));
  return (
    <>
      {place}
      {usualTime(outlook.data)}
    </>
  );
}

/** Until when a refusal can be appealed, and from when on another application is taken. */
function AfterRefusal({ of: { state, may_appeal_until, may_apply_from } }: { of: ApplicationView }) {
  if (state !== 'rejected' || may_apply_from === null) return null;
  return (
    <p>
      {may_appeal_until ? texts.applicationAfterRefusal.youCanAppealUntil(formatUtc(may_appeal_until)) : ''}
      {serverNowMs() < Date.parse(may_apply_from)
        ? texts.applicationAfterRefusal.applyAgain(formatUtc(may_apply_from))
        : texts.applicationAfterRefusal.youCanApplyAgain}
    </p>
  );
}
