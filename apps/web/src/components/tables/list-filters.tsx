import { NativeSelect, TextInput } from '@mantine/core';
import { useNavigate } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { useUrlState } from '../../lib/url-state.js';
import { controlled } from '../../lib/use-form.js';
import { findStatus, type StatusKind } from '../../text/vocabulary.js';
import { texts } from '../texts/tables.js';
import { common } from '../../text/common.js';

const MONTH = /^20\d\d-(0[1-9]|1[0-2])$/;
const CURRENCY = /^[a-z]{3}$/;

interface Query<S> {
  state?: S;
  month?: string;
  currency?: string;
  q?: string;
  author?: string;
}

interface ListFilters<S> {
  /** The part of the address that the server accepts. */
  query: Query<S>;
  /** Undefined while nothing is narrowed. */
  clear: (() => void) | undefined;
  controls: ReactNode;
}

/**
 * Status, month, currency, a search and the author of a list of money. They live in the address, so that a copied link
 * shows the same. `byAuthor`: false where the list is not searched by an author's name.
 */
export function useListFilters<S extends string>(
  kind: StatusKind,
  states: readonly S[],
  { byAuthor = true } = {},
): ListFilters<S> {
  const navigate = useNavigate();
  const [state, setState] = useUrlState('state');
  const [month, setMonth] = useUrlState('month');
  const [currency, setCurrency] = useUrlState('currency');
  const [q, setQ] = useUrlState('q');
  const [author, setAuthor] = useUrlState('author');
  const known = states.find((one) => one === state);
  const query: Query<S> = {
    ...(known !== undefined && { state: known }),
    ...(MONTH.test(month) && { month }),
    ...(CURRENCY.test(currency) && { currency }),
    ...(q.trim() !== '' && { q: q.trim() }),
    ...(byAuthor && author.trim() !== '' && { author: author.trim() }),
  };
  return {
    query,
    clear: Object.keys(query).length > 0 ? () => void navigate({ to: '.', search: {}, replace: true }) : undefined,
    controls: (
      <div className="filters">
        <NativeSelect
          label={common.status}
          {...controlled(known ?? '', setState)}
          data={[
            { value: '', label: common.all },
            ...states.map((one) => ({ value: one, label: findStatus(kind, one)?.badge ?? one })),
          ]}
        />
        <TextInput label={common.month} type="month" {...controlled(month, setMonth)} />
        <TextInput
          label={common.currency}
          value={currency}
          maxLength={3}
          error={currency === '' || CURRENCY.test(currency) ? undefined : texts.listFilters.currencyError}
          onChange={(event) => setCurrency(event.currentTarget.value.toLowerCase())}
        />
        <TextInput label={texts.listFilters.tenantOrInvoiceLabel} {...controlled(q, setQ)} maxLength={100} />
        {byAuthor ? (
          <TextInput label={common.authorOrDrive} {...controlled(author, setAuthor)} maxLength={100} />
        ) : null}
      </div>
    ),
  };
}
