import { Button, Checkbox, TextInput } from '@mantine/core';
import { Link, useNavigate, useSearch } from '@tanstack/react-router';
import { useState } from 'react';
import { useGet, useList, type LedgerEntryView } from '../../api/hooks.js';
import { DataTable, ListTable, type Column } from '../../components/tables/data-table.js';
import { rememberName, useFound } from '../../components/forms/directory-names.js';
import { DirectorySearch, type Found } from '../../components/forms/directory-search.js';
import { ExportList } from '../../components/tables/export-list.js';
import { Money, When } from '../../components/values/values.js';
import { Card, Page } from '../../components/layout/page.js';
import { ProofList } from '../../components/finance/proof-list.js';
import { Resource } from '../../components/feedback/resource.js';
import { formatCount, humanize, shortenId } from '../../lib/format.js';
import type { Search } from '../../lib/url-state.js';
import { visible } from '../../lib/visible.js';
import { AuthorLink } from '../../components/finance/author-link.js';
import { submitting, ticked } from '../../lib/use-form.js';
import { titleOf } from '../../text/labels.js';
import { texts } from './texts.js';
import { common } from '../../text/common.js';

const TEXTS = ['account', 'kind', 'source', 'tx', 'install', 'month', 'from', 'to', 'currency'] as const;
const FILTERS = [...TEXTS, 'author', 'drive'] as const;
type Filter = Partial<Record<(typeof FILTERS)[number], string>>;
const TYPES: Partial<Record<(typeof TEXTS)[number], string>> = { month: 'month', from: 'date', to: 'date' };

function chosen(search: Search): Filter {
  return Object.fromEntries(FILTERS.flatMap((key) => (search[key] ? [[key, search[key]]] : [])));
}

/** The books from the top down: totals open into their entries, entries lead to their source. */
export function LedgerPage() {
  const search: Search = useSearch({ strict: false });
  const filter = chosen(search);
  return (
    <Page title={common.ledger} actions={<ExportList kind="ledger_entries" query={filter} />}>
      <Totals />
      <Filters key={JSON.stringify(filter)} filter={filter} />
      <Entries filter={filter} />
      <Proof />
    </Page>
  );
}

function Totals() {
  const totals = useGet('/api/v1/finance/ledger/totals', {}, { refreshMs: 30_000 });
  return (
    <Card title={texts.ledger.totalsTitle}>
      <Resource of={totals} what={texts.ledger.names.totals}>
        {(view) => (
          <DataTable
            label={texts.ledger.totalsTableLabel}
            rows={view.totals}
            empty={texts.ledger.totalsEmpty}
            rowKey={(row) => `${row.code}:${row.currency}`}
            titles={texts.ledger.totalsColumns}
            columns={[
              {
                id: 'account',
                cell: (row) => (
                  <Link to="/finance/ledger" search={{ account: `${row.code}:${row.currency}` }}>
                    {humanize(row.code)}
                  </Link>
                ),
              },
              { id: 'kind', cell: (row) => humanize(row.kind) },
              { id: 'accounts', right: true, cell: (row) => formatCount(row.accounts) },
              {
                id: 'balance',
                right: true,
                cell: (row) => <Money minor={row.balance_minor} currency={row.currency} />,
              },
            ]}
          />
        )}
      </Resource>
    </Card>
  );
}

function Filters({ filter }: { filter: Filter }) {
  const navigate = useNavigate();
  const [draft, setDraft] = useState<Filter>(filter);
  const submit = submitting(() => {
    const search = Object.fromEntries(FILTERS.map((key) => [key, draft[key]?.trim() || undefined]));
    void navigate({ to: '/finance/ledger', search });
  });
  const author = useFound('author', draft.author);
  const drive = useFound('drive', draft.drive);
  const choose = (key: 'author' | 'drive', found: Found | null): void => {
    if (found) rememberName(found);
    setDraft({ ...draft, [key]: found?.id });
  };
  return (
    <form className="filters" onSubmit={submit}>
      <DirectorySearch
        label={common.author}
        kind="author"
        chosen={author}
        onChoose={(found) => choose('author', found)}
      />
      <DirectorySearch label={common.drive} kind="drive" chosen={drive} onChoose={(found) => choose('drive', found)} />
      {TEXTS.map((key) => (
        <TextInput
          key={key}
          label={titleOf(key, texts.ledger.labels)}
          type={TYPES[key] ?? 'text'}
          maxLength={key === 'currency' ? 3 : 200}
          value={draft[key] ?? ''}
          onChange={(event) => {
            const { value } = event.currentTarget;
            setDraft({ ...draft, [key]: key === 'currency' ? value.toLowerCase() : value });
          }}
        />
      ))}
      <Button type="submit" variant="default">
        {common.filter}
      </Button>
      {filter.drive || filter.install ? <p className="small dim">{texts.ledger.filtersExplanation}</p> : null}
    </form>
  );
}

/** Where each kind of source is worked on; every other kind is shown on its own page with its entries. */
const PAGES: Record<string, [string, string]> = {
  invoice: ['/finance/invoices/$id', common.invoice],
  refund: ['/finance/refunds/$id', texts.ledger.refund],
  dispute: ['/finance/disputes/$id', common.dispute],
  reconciliation_item: ['/finance/exceptions/$id', texts.ledger.exception],
};

const accountCode = ({ account }: LedgerEntryView): string => account.split(':')[0] ?? account;

/** The author whose account it is: `code:owner:currency`, where others are `code:currency`. */
function accountOwner({ account }: LedgerEntryView): string | undefined {
  const parts = account.split(':');
  return parts.length === 3 ? parts[1] : undefined;
}

/** Source of an entry, as a link to its page. */
function Source({ entry }: { entry: LedgerEntryView }) {
  const [type = '', ...rest] = entry.source.split(':');
  const id = rest.join(':');
  const page = PAGES[type];
  if (page)
    return (
      <Link to={page[0]} params={{ id } as never}>
        {page[1]}
      </Link>
    );
  if (type === 'author_shares') {
    const [month, numbers] = rest;
    const author = accountOwner(entry);
    return (
      <Link to="/finance/invoices" search={{ month, numbers, currency: entry.currency, ...(author && { author }) }}>
        {common.invoices}
      </Link>
    );
  }
  return (
    <Link to="/finance/ledger/sources/$type/$id" params={{ type, id }}>
      {humanize(type)}
    </Link>
  );
}

/** Of one account; entries of several have none. */
const BALANCE_AFTER: Column<LedgerEntryView, 'balance'> = {
  id: 'balance',
  right: true,
  cell: (row) =>
    row.balance_after_minor === null ? '' : <Money minor={row.balance_after_minor} currency={row.currency} />,
};

/** `fixed`: filtered by the page that shows it. */
export function Entries({ filter, fixed = false }: { filter: Filter; fixed?: boolean }) {
  const navigate = useNavigate();
  const rows = useList('/api/v1/finance/ledger', { query: filter }, { refreshMs: 15_000 });
  const filtered = !fixed && Object.keys(filter).length > 0;
  return (
    <ListTable
      label={common.ledgerEntries}
      list={rows}
      onClearFilters={filtered ? () => void navigate({ to: '/finance/ledger', search: {} }) : undefined}
      empty={texts.ledger.entriesEmpty}
      titles={texts.ledger.entriesColumns}
      columns={[
        {
          id: 'id',
          cell: (row) => (
            <Link to="/finance/ledger" search={{ tx: row.tx_id }}>
              {row.id}
            </Link>
          ),
        },
        { id: 'booked', cell: (row) => <When at={row.posted_at} /> },
        { id: 'effect', cell: (row) => <When at={row.effective_at} /> },
        { id: 'kind', cell: (row) => humanize(row.kind) },
        {
          id: 'account',
          cell: (row) => (
            <Link to="/finance/ledger" search={{ account: row.account }}>
              {humanize(accountCode(row))}
            </Link>
          ),
        },
        {
          id: 'author',
          cell: (row) => {
            const id = accountOwner(row);
            return id === undefined ? '' : <AuthorLink id={id} name={visible(row.author ?? shortenId(id))} />;
          },
        },
        {
          id: 'debit',
          right: true,
          cell: (row) =>
            BigInt(row.amount_minor) >= 0n ? <Money minor={row.amount_minor} currency={row.currency} /> : '',
        },
        {
          id: 'credit',
          right: true,
          cell: (row) =>
            BigInt(row.amount_minor) < 0n ? (
              <Money minor={(-BigInt(row.amount_minor)).toString()} currency={row.currency} />
            ) : (
              ''
            ),
        },
        ...(filter.account ? [BALANCE_AFTER] : []),
        { id: 'source', cell: (row) => <Source entry={row} /> },
      ]}
    />
  );
}

function Proof() {
  const [full, setFull] = useState(false);
  const proof = useGet('/api/v1/finance/ledger/proof', full ? { query: { full: 'true' } } : {});
  return (
    <Card
      title={common.proof}
      actions={
        <>
          <Checkbox label={texts.ledger.recheckAllSeals} {...ticked(full, setFull)} />
          <Button variant="default" loading={proof.isFetching} onClick={() => void proof.refetch()}>
            {texts.ledger.checkNow}
          </Button>
        </>
      }
    >
      <Resource of={proof} what={common.theProof}>
        {(view) => <ProofList ok={view.ok} checks={view.checks} />}
      </Resource>
    </Card>
  );
}
