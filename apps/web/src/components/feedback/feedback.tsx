import { Button, Popover, type ButtonProps } from '@mantine/core';
import { IconAlertTriangle, IconCircleCheck, IconInfoCircle } from '@tabler/icons-react';
import { useEffect, useId, useRef, type ComponentPropsWithoutRef, type ReactNode, type RefObject } from 'react';
import { ApiError, OFFLINE } from '../../api/errors.js';
import { formatClock, humanize } from '../../lib/format.js';
import {
  findStatus,
  type Actor,
  type ShownCode,
  type StatusKind,
  type StatusText,
  type Tone,
} from '../../text/vocabulary.js';
import { texts } from '../texts/feedback.js';
import { common, rich } from '../../text/common.js';
import { WhoCanHelp } from './who-can-help.js';
import { useArea, type PageArea } from '../../shell/navigation/area.js';

export { Loading } from './loading.js';

/** First use: one sentence what will be here and at most one action. */
export function EmptyState({ children, action }: { children: ReactNode; action?: ReactNode }) {
  return (
    <div className="stack stack-8 empty">
      <p>{children}</p>
      {action}
    </div>
  );
}

/** The filters leave nothing over. */
export function EmptyFiltered({ onClear }: { onClear: () => void }) {
  return (
    <EmptyState
      action={
        <Button variant="default" onClick={onClear}>
          {texts.states.clearFilters}
        </Button>
      }
    >
      {texts.states.empty}
    </EmptyState>
  );
}

const icons: Partial<Record<Tone, typeof IconInfoCircle>> = {
  bad: IconAlertTriangle,
  warn: IconAlertTriangle,
  ok: IconCircleCheck,
};

/** At most one under a page head. `urgent` is read out at once. */
export function Alert({ tone, children, urgent }: { tone: Tone; children: ReactNode; urgent?: boolean }) {
  const Icon = icons[tone] ?? IconInfoCircle;
  return (
    <div className="alert" data-tone={tone} role={urgent ? 'alert' : undefined}>
      <Icon size={16} aria-hidden />
      <div className="grow">{children}</div>
    </div>
  );
}

export function RequestId({ id }: { id: string | null }) {
  return id ? <p className="small">{rich(texts.states.request, { id: <code>{id}</code> })}</p> : null;
}

/** A retry would be refused again. */
const FORBIDDEN = 403;

/** In the place of the part that failed: cause, effect, next step, request id; the rest of the page stays usable. */
export function ErrorCard({ error, onRetry, what }: { error: ApiError; onRetry?: () => void; what?: string }) {
  return (
    <div className="card stack stack-8" role="alert">
      <h2>{error.code === OFFLINE ? common.connectionLost : texts.states.couldNotShow(what ?? texts.states.this)}</h2>
      <p>{error.message}</p>
      <WhoCanHelp error={error} />
      <RequestId id={error.requestId} />
      {onRetry && error.status !== FORBIDDEN ? (
        <Button variant="default" onClick={onRetry}>
          {common.tryAgain}
        </Button>
      ) : null}
    </div>
  );
}

interface SendErrorProps {
  error: ApiError | null;
  /** Where a form shows details at its fields: those that belong to none. Without it all details are shown here. */
  rest?: string | undefined;
}

/**
 * Above a form or next to a button: the server's refusal, with every detail that belongs to no field. Of a conflict
 * these are both sides: the current and the sent values.
 */
export function SendError(props: SendErrorProps) {
  const { error, rest } = props;
  const summary = useMistakeInView(error);
  if (!error) return null;
  const atFields = 'rest' in props && !rest && error.code === 'invalid_request' && error.details.length > 0;
  const details = 'rest' in props ? [] : error.details.filter(({ message }) => message && message !== error.message);
  return (
    <div ref={summary} tabIndex={-1}>
      <Alert tone="bad" urgent>
        <p>{atFields ? texts.states.correctTheFields : error.message}</p>
        {rest ? <p>{rest}</p> : null}
        <WhoCanHelp error={error} />
        {details.length > 0 ? (
          <ul>
            {details.map(({ pointer, code, message }) => (
              <li key={`${pointer} ${code} ${message}`}>{message}</li>
            ))}
          </ul>
        ) : null}
        {error.isUnknownOutcome ? <RequestId id={error.requestId} /> : null}
      </Alert>
    </div>
  );
}

/** After a refusal the summary is in view, and the focus on the first refused field of its form, else on the summary. */
export function useMistakeInView(error: ApiError | null): RefObject<HTMLDivElement | null> {
  const summary = useRef<HTMLDivElement>(null);
  useEffect(() => {
    const own = summary.current;
    if (!error || !own) return;
    const form = own.closest('form') ?? own.parentElement;
    const first = form?.querySelector<HTMLElement>('[aria-invalid="true"]');
    (first ?? own).focus({ preventScroll: true });
    own.scrollIntoView({ block: 'nearest' });
  }, [error]);
  return summary;
}

/** Beside what is under way: when the page last asked. */
export function Refreshing({ of }: { of: { dataUpdatedAt: number } }) {
  return <span className="small dim">{texts.states.updatedRefreshing(formatClock(new Date(of.dataUpdatedAt)))}</span>;
}

/** The one polite live region with the progress of live work. */
export function StatusLine({ children }: { children: ReactNode }) {
  return (
    <p className="small dim" role="status" aria-live="polite">
      {children}
    </p>
  );
}

/** A plain badge in one of the six tones, for words that are not a status. */
export function ToneBadge({ tone, children }: { tone: Tone; children: ReactNode }) {
  return (
    <span className="badge" data-tone={tone}>
      {children}
    </span>
  );
}

/** Who must act, as the reader of this area sees it: the author reads "You", the reviewer "The author". */
export function whoText(who: Actor, area: PageArea): string {
  if (who === 'nobody') return texts.whoActs.noActionNeeded;
  if (who === 'author') return area === 'author' ? texts.whoActs.actionRequired : texts.whoActs.waitingForTheAuthor;
  if (who === 'operator')
    return area === 'plugins' ? texts.whoActs.actionRequired : texts.whoActs.waitingForTheOperator;
  return texts.whoActs.waitingForUs;
}

interface WhoActsProps<K extends StatusKind, C extends string> {
  kind: K;
  code: ShownCode<K, C>;
  note?: ReactNode;
}

/** One sentence under the page head: who acts next and what happens. */
export function WhoActs<K extends StatusKind, C extends string>({ kind, code, note }: WhoActsProps<K, C>) {
  const text = findStatus(kind, code);
  const area = useArea();
  if (!text) return null;
  return (
    <p>
      {/* That nothing is wrong with its state is not that nothing of the page needs an action. */}
      {text.who === 'nobody' ? null : <span className="strong">{whoText(text.who, area)} </span>}
      {text.next} {note}
    </p>
  );
}

interface StatusBadgeProps<K extends StatusKind, C extends string> {
  kind: K;
  code: ShownCode<K, C>;
  /** More words inside the badge, such as `118 of 420`. */
  detail?: ReactNode;
}

/** The only source of status words and tones; pressing it shows who acts and what happens next. */
export function StatusBadge<K extends StatusKind, C extends string>(props: StatusBadgeProps<K, C>) {
  const { kind, code, detail } = props;
  const text: StatusText = findStatus(kind, code) ?? {
    badge: humanize(code),
    tone: 'neutral',
    who: 'nobody',
    next: '',
  };
  const area = useArea();
  return (
    <Popover width={260} position="bottom-start" withinPortal={false}>
      <Popover.Target>
        <button type="button" className="badge" data-tone={text.tone}>
          {text.badge}
          {detail === undefined ? null : <span className="num">{detail}</span>}
        </button>
      </Popover.Target>
      <Popover.Dropdown className="small">
        <span className="strong">{whoText(text.who, area)}</span> {text.next}
      </Popover.Dropdown>
    </Popover>
  );
}

/**
 * Next to a button that cannot be pressed yet: the reason, in words. `reason` null: it can be pressed. The button is
 * described by the words, so screen readers read both.
 */
export function WhyNot({
  reason,
  children,
}: {
  reason: string | null;
  children: (described: { disabled: boolean; 'aria-describedby': string | undefined }) => ReactNode;
}) {
  const id = useId();
  return (
    <>
      {children({ disabled: reason !== null, 'aria-describedby': reason === null ? undefined : id })}
      {reason === null ? null : (
        <p id={id} className="small dim why-not">
          {reason}
        </p>
      )}
    </>
  );
}

interface ActionButtonProps extends ButtonProps, Omit<ComponentPropsWithoutRef<'button'>, keyof ButtonProps> {
  /** As `reason` of WhyNot. */
  whyNot: string | null;
}

/** A button that may not be pressable yet, and the reason next to it. */
export function ActionButton({ whyNot, ...button }: ActionButtonProps) {
  return <WhyNot reason={whyNot}>{(described) => <Button {...button} {...described} />}</WhyNot>;
}

interface SendButtonProps extends Omit<ActionButtonProps, 'whyNot'> {
  send: { isPending: boolean; error: ApiError | null };
  whyNot?: string | null;
}

/** A button that sends a change at once, and the server's refusal after it. */
export function SendButton({ send, whyNot = null, ...button }: SendButtonProps) {
  return (
    <>
      <ActionButton whyNot={whyNot} loading={send.isPending} {...button} />
      <SendError error={send.error} />
    </>
  );
}
