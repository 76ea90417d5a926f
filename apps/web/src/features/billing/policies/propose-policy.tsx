import { NativeSelect, Textarea, TextInput } from '@mantine/core';
import { useEffect, useRef, useState, type RefObject } from 'react';
import type { ApiError } from '../../../api/errors.js';
import { useSend, type PolicyView } from '../../../api/hooks.js';
import { TechnicalDiff } from '../../../components/drives/change-list.js';
import { Card, Facts } from '../../../components/layout/page.js';
import { Alert, SendError, ActionButton } from '../../../components/feedback/feedback.js';
import { serverNowMs } from '../../../lib/server-time.js';
import { controlled } from '../../../lib/use-form.js';
import { errorAt, startsFrom } from './policy-draft.js';
import { PolicyFields } from './policy-fields.js';
import { texts } from '../texts/policies.js';
import { common } from '../../../text/common.js';
import { MIN_REASON, saysTooLittle } from '../../../components/forms/min-reason.js';

const MONTHS_AHEAD = 12;

/** Keys in order, so that two values that mean the same read the same. */
function asJson(value: unknown): string {
  const ordered = (_key: string, part: unknown): unknown =>
    part && typeof part === 'object' && !Array.isArray(part)
      ? Object.fromEntries(Object.entries(part).sort(([a], [b]) => (a < b ? -1 : 1)))
      : part;
  return JSON.stringify(value, ordered, 2);
}

function parse(text: string): { value: unknown } | null {
  try {
    return { value: JSON.parse(text) as unknown };
  } catch {
    return null;
  }
}

interface RefusedProps {
  error: ApiError;
  /** Around the fields, which show their own errors. */
  fields: RefObject<HTMLElement | null>;
}

/** Links to the errors, which are shown at their fields, and the errors that belong to no field. */
function Refused({ error, fields }: RefusedProps) {
  const [found, setFound] = useState<{ places: readonly HTMLInputElement[]; rest: string }>({ places: [], rest: '' });
  useEffect(() => {
    const places = [...(fields.current?.querySelectorAll<HTMLInputElement>('[aria-invalid="true"]') ?? [])];
    const listed = fields.current?.textContent ?? '';
    const rest = error.details.map(({ message }) => message).filter((message) => !listed.includes(message));
    setFound({ places, rest: [...new Set(rest)].join(' ') });
  }, [error, fields]);
  return (
    <>
      <SendError error={error} rest={found.rest || undefined} />
      {found.places.length > 0 ? (
        <ul aria-label={texts.proposePolicy.fieldsToCorrectLabel}>
          {found.places.map((place) => (
            <li key={place.id}>
              <a
                href={`#${place.id}`}
                onClick={(event) => {
                  event.preventDefault();
                  place.focus();
                }}
              >
                {place.labels?.[0]?.textContent ?? texts.proposePolicy.thisField}
              </a>
            </li>
          ))}
        </ul>
      ) : null}
    </>
  );
}

/** A form for one policy: its fields, from when on, why; the server explains the effect before it is proposed. */
export function ProposePolicy({ policy }: { policy: PolicyView }) {
  const [value, setValue] = useState<unknown>(policy.value);
  // The text while somebody edits JSON; null: the fields are shown.
  const [json, setJson] = useState<string | null>(null);
  const [from, setFrom] = useState('');
  const [reason, setReason] = useState('');
  const fields = useRef<HTMLDivElement>(null);
  const path = { key: policy.key };
  const preview = useSend('/api/v1/finance/policies/{key}/preview', { path });
  const propose = useSend('/api/v1/finance/policies/{key}/proposals', {
    path,
    toast: common.toastProposed,
  });
  const error = propose.error ?? preview.error;
  const broken = json !== null && parse(json) === null;
  const change = (next: unknown): void => {
    setValue(next);
    preview.reset();
    propose.reset();
  };
  const changed = asJson(value) !== asJson(policy.value);
  const missing = broken
    ? texts.proposePolicy.invalidJson
    : !changed
      ? common.noChangesYet
      : !preview.data
        ? texts.proposePolicy.notPreviewed
        : saysTooLittle(reason)
          ? texts.proposePolicy.enterAReasonFirst
          : null;
  return (
    <Card
      title={common.proposeAChange}
      actions={
        <ActionButton
          whyNot={broken ? texts.proposePolicy.invalidJson : null}
          variant="default"
          onClick={() => setJson(json === null ? asJson(value) : null)}
          aria-pressed={json !== null}
        >
          {texts.proposePolicy.editAsJson}
        </ActionButton>
      }
    >
      <div className="stack" ref={fields}>
        {json === null ? (
          <PolicyFields form={policy.form} value={value} error={error} at="/value" onChange={change} />
        ) : (
          <Textarea
            label={texts.proposePolicy.valueAsJsonLabel}
            description={texts.proposePolicy.valueAsJsonHelp}
            value={json}
            autosize
            minRows={2}
            maxRows={20}
            error={broken ? texts.proposePolicy.invalidJson : errorAt(error, '/value')}
            onChange={(event) => {
              setJson(event.currentTarget.value);
              const parsed = parse(event.currentTarget.value);
              if (parsed) change(parsed.value);
            }}
          />
        )}
        <NativeSelect
          label={texts.proposePolicy.effectiveFromLabel}
          {...controlled(from, setFrom)}
          data={startsFrom(new Date(serverNowMs()), MONTHS_AHEAD)}
          error={errorAt(error, '/valid_from')}
        />
        <TextInput
          label={common.reason}
          description={texts.proposePolicy.reasonHelp(MIN_REASON)}
          {...controlled(reason, setReason)}
          error={errorAt(error, '/reason')}
        />
      </div>
      {error ? <Refused error={error} fields={fields} /> : null}
      {preview.data ? (
        <>
          <Alert tone="info">
            <Facts
              items={{
                now: preview.data.now,
                then: preview.data.then,
              }}
            />
          </Alert>
          <TechnicalDiff before={asJson(policy.value)} after={asJson(preview.data.value)} />
        </>
      ) : null}
      <div className="row">
        <ActionButton
          whyNot={broken ? texts.proposePolicy.invalidJson : changed ? null : common.noChangesYet}
          variant="default"
          loading={preview.isPending}
          onClick={() => preview.mutate({ value: value as never })}
        >
          {texts.proposePolicy.previewTheChange}
        </ActionButton>
        <ActionButton
          whyNot={missing}
          loading={propose.isPending}
          onClick={() =>
            propose.mutate({
              value: value as never,
              valid_from: from || new Date(serverNowMs()).toISOString(),
              reason: reason.trim(),
            })
          }
        >
          {common.propose}
        </ActionButton>
      </div>
    </Card>
  );
}
