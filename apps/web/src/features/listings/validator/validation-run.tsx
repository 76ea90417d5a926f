import { Button } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import type { ApiError } from '../../../api/errors.js';
import type { ValidationRunView, ValidationView } from '../../../api/schema.js';
import { sharedValidation } from '../../../api/validate.js';
import { visible } from '../../../lib/visible.js';
import { CopyButton } from '../../../components/values/values.js';
import { Card } from '../../../components/layout/page.js';
import {
  Loading,
  Refreshing,
  RequestId,
  StatusBadge,
  useMistakeInView,
} from '../../../components/feedback/feedback.js';
import { texts } from '../texts/validator.js';
import { common, rich } from '../../../text/common.js';

interface ValidationRunProps {
  id: string;
  onAgain: () => void;
  children: (view: ValidationView) => ReactNode;
}

/** One run of the public validator: asked for until it has its verdict, or the reason why there is none. */
export function ValidationRun({ id, onAgain, children }: ValidationRunProps) {
  const result = useQuery<ValidationView | ValidationRunView, ApiError>({
    queryKey: ['validation', id],
    queryFn: ({ signal }) => sharedValidation(id, signal),
    refetchInterval: ({ state }) => (state.data && 'state' in state.data ? 2_000 : false),
    staleTime: Infinity,
  });
  const { data, error } = result;
  if (error) return <ValidationRefusal error={error} onAgain={onAgain} />;
  if (!data) return <Loading />;
  if (!('state' in data)) return children(data);
  return (
    <Card title={texts.validationRun.title} actions={<Refreshing of={result} />}>
      <div className="row" role="status">
        <StatusBadge kind="check" code={data.state} />
      </div>
      <progress className="progress" aria-label={texts.validationRun.progressChecksLabel} />
      <p>
        {rich(texts.validationRun.mayLeavePage, {
          link: (text) => (
            <Link to="/validations/$id" params={{ id }}>
              {text}
            </Link>
          ),
          copy: (
            <CopyButton text={new URL(`/validations/${id}`, location.href).href} label={texts.validationRun.copyLink} />
          ),
        })}
      </p>
    </Card>
  );
}

const TITLES: Record<string, string> = texts.validationRun.titles;

/** Why there is no verdict, what it means, and the next step. */
export function ValidationRefusal({ error, onAgain }: { error: ApiError; onAgain: () => void }) {
  const card = useMistakeInView(error);
  return (
    <div ref={card} tabIndex={-1} className="card stack stack-8" role="alert">
      <h2>{TITLES[error.code] ?? texts.validationRun.otherFailure}</h2>
      <p>{error.message}</p>
      {error.code === 'too_many_requests'
        ? null
        : error.details.map(({ code, message }) => <p key={code}>{visible(message)}</p>)}
      <p>
        <code>{error.details[0]?.code ?? error.code}</code>
      </p>
      <RequestId id={error.requestId} />
      {error.code === 'manifest_url_refused' ? null : (
        <Button variant="default" onClick={onAgain}>
          {common.checkAgain}
        </Button>
      )}
    </div>
  );
}
