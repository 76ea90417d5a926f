import { Button } from '@mantine/core';
import type { UseQueryResult } from '@tanstack/react-query';
import { useState } from 'react';
import type { ApiError } from '../../api/errors.js';
import { humanize } from '../../lib/format.js';
import { Alert, SendError } from '../feedback/feedback.js';
import { When } from '../values/values.js';
import { texts } from '../texts/forms.js';
import { rich } from '../../text/rich.js';

const CHANGED = 'changed_meanwhile';

/** The faster change, from the refusal. */
const detailOf = (error: ApiError, what: 'revision' | 'changed_by' | 'changed_at'): string | undefined =>
  error.details.find(({ pointer, code }) => pointer === '/revision' && code === what)?.message;

/** The `revision` to send: of the version that was read, or after a conflict of the one in the refusal. */
export function expectedRevision(edited: string, error: ApiError | null): string {
  if (error?.code !== CHANGED) return edited;
  return detailOf(error, 'revision') ?? edited;
}

/**
 * For a form over data that several people change. Reading again in the background leaves what is typed alone; `round`
 * is the form's key, and `reload` starts it again with the current values.
 */
export function useEdited(of: Pick<UseQueryResult, 'refetch'>): { round: number; reload: () => void } {
  const [round, setRound] = useState(0);
  return { round, reload: () => void of.refetch().then(() => setRound((n) => n + 1)) };
}

interface EditErrorProps {
  error: ApiError | null;
  /** Words for the fields; without them both values are shown elsewhere, at the fields. */
  labels?: Readonly<Record<string, string>>;
  /** Discards the input and shows the current values. */
  onTheirs: () => void;
  rest?: string | undefined;
}

/** The server's refusal. When somebody was faster: who and when, both values of every field, and the two ways on. */
export function EditError({ error, labels, onTheirs, ...rest }: EditErrorProps) {
  if (error?.code !== CHANGED) return <SendError error={error} {...rest} />;
  const fields = [...new Set(error.details.map(({ pointer }) => pointer))].filter((one) => one !== '/revision');
  const by = detailOf(error, 'changed_by');
  return (
    <Alert tone="warn" urgent>
      <p>{error.message}</p>
      {by ? (
        <p>
          {rich(texts.editError.lastChangedBy, {
            by: <span className="strong">{by}</span>,
            time: <When at={detailOf(error, 'changed_at')} />,
          })}
        </p>
      ) : null}
      {labels ? (
        <ul>
          {fields.map((pointer) => {
            const name = pointer.slice(1);
            const both = error.details.filter((one) => one.pointer === pointer).map(({ message }) => message);
            return (
              <li key={pointer}>
                <span className="strong">{labels[name] ?? humanize(name)}</span> {both.join(' ')}
              </li>
            );
          })}
        </ul>
      ) : null}
      <p>{texts.editError.explanation}</p>
      <Button variant="default" onClick={onTheirs}>
        {texts.editError.loadCurrentVersion}
      </Button>
    </Alert>
  );
}
