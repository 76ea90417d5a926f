import { Button, NativeSelect, TextInput } from '@mantine/core';
import type { ReactNode } from 'react';
import type { ApiError } from '../../../api/errors.js';
import type { ApiTokenView } from '../../../api/schema.js';
import { useForm, submitting } from '../../../lib/use-form.js';
import { formatUtc } from '../../../lib/format.js';
import { byPortalTime } from '../../../lib/server-time.js';
import { CopyButton, When } from '../../../components/values/values.js';
import { DataTable } from '../../../components/tables/data-table.js';
import { RemoveButton } from '../../../components/forms/post-button.js';
import { EmptyState, SendError, ToneBadge } from '../../../components/feedback/feedback.js';
import { ShownOnce } from '../../../components/feedback/shown-once.js';
import { texts } from '../texts.js';
import { common } from '../../../text/common.js';

interface TokenTableProps<T> {
  rows: readonly T[];
  path: '/api/v1/admin/host-tokens/{id}' | '/api/v1/author/api-tokens/{id}' | '/api/v1/api-tokens/{id}';
  may?: (token: T) => string;
  waits?: (token: T) => ReactNode;
}

/** API tokens of one owner, each ended here. Times are wall time. */
export function TokenTable<T extends ApiTokenView>({ rows, path, may = accessAs, waits }: TokenTableProps<T>) {
  if (rows.length === 0) return <EmptyState>{texts.tokenList.tokenTableEmpty}</EmptyState>;
  return (
    <DataTable
      label={common.apiTokens}
      rows={rows}
      titles={texts.tokenList.tokenTableColumns}
      columns={[
        { id: 'name', cell: (row) => row.name },
        { id: 'prefix', cell: (row) => <code>{row.prefix}</code> },
        { id: 'may', cell: may },
        { id: 'createdBy', cell: (row) => row.made_by },
        { id: 'used', cell: (row) => <When machine last at={row.last_used_at} /> },
        { id: 'ends', cell: (row) => <span className="num">{formatUtc(byPortalTime(row.expires_at))}</span> },
        {
          id: 'act',
          cell: (row) =>
            row.revoked_at ? (
              <ToneBadge tone="neutral">{common.ended}</ToneBadge>
            ) : (
              <>
                {waits?.(row)}{' '}
                <RemoveButton to={path} options={{ path: { id: row.id }, toast: texts.endToken.toast }}>
                  {common.end}
                </RemoveButton>
              </>
            ),
        },
      ]}
    />
  );
}

const accessAs = ({ access, roles }: ApiTokenView): string =>
  texts.tokenList.accessAs(access, roles.map((grant) => grant.member_role ?? grant.role).join(', '));

export const EXPIRY_DAYS = ['7', '30', '90'] as const;

interface TokenInput {
  name: string;
  access: 'read' | 'write';
  expires_in_days: number;
  /** The chosen items of `choices`. */
  choice: string;
}

interface NewTokenProps {
  /** What the token acts as, where there is a choice. */
  choices?: readonly { value: string; label: string; readsOnly?: boolean }[];
  busy: boolean;
  error: ApiError | null;
  onMake: (input: TokenInput) => void;
}

/** The form that makes a token; it stays when the server refuses. */
export function NewTokenForm({ choices, busy, error, onMake }: NewTokenProps) {
  const form = useForm({ name: '', days: '30', access: 'read', choice: choices?.[0]?.value ?? '' }, error);
  const readsOnly = choices?.find(({ value }) => value === form.values.choice)?.readsOnly ?? false;
  const submit = submitting(() => {
    const { name, days, access, choice } = form.values;
    onMake({
      name,
      access: access === 'write' && !readsOnly ? 'write' : 'read',
      expires_in_days: Number(days),
      choice,
    });
  });
  return (
    <form className="stack form" onSubmit={submit} noValidate>
      <SendError error={error} rest={form.rest} />
      <TextInput label={texts.tokenList.nameNewTokenLabel} autoComplete="off" {...form.field('name')} />
      {choices ? (
        <NativeSelect label={texts.tokenList.actsAsLabel} data={[...choices]} {...form.field('choice')} />
      ) : null}
      <NativeSelect
        label={common.may}
        data={[
          { value: 'read', label: texts.tokenList.options.read },
          { value: 'write', label: texts.tokenList.options.write, disabled: readsOnly },
        ]}
        {...form.field('access')}
      />
      <NativeSelect
        label={texts.tokenList.expiresAfterLabel}
        data={EXPIRY_DAYS.map((value) => ({ value, label: texts.tokenList.days(value) }))}
        {...form.field('days')}
      />
      <div>
        <Button type="submit" variant="default" loading={busy}>
          {texts.tokenList.createToken}
        </Button>
      </div>
    </form>
  );
}

/** Shows a new token once; closes only after "I stored it". */
export function TokenReveal({ secret, onStored }: { secret: string; onStored: () => void }) {
  return (
    <ShownOnce
      title={texts.tokenList.newApiTokenTitle}
      warning={texts.tokenList.tokenRevealWarning}
      onStored={onStored}
    >
      <div className="row">
        <code className="secret-value grow">{secret}</code>
        <CopyButton text={secret} label={texts.tokenList.copyTheToken} />
      </div>
    </ShownOnce>
  );
}
