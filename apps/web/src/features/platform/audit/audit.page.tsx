import { Button, TextInput } from '@mantine/core';
import { useNavigate, useSearch } from '@tanstack/react-router';
import { useState } from 'react';
import { useList } from '../../../api/hooks.js';
import { Id } from '../../../components/values/values.js';
import { ListTable } from '../../../components/tables/data-table.js';
import { ExportButton } from '../../../components/tables/export-button.js';
import { Page } from '../../../components/layout/page.js';
import { formatUtc, shortenId } from '../../../lib/format.js';
import { stringifySearch, type Search } from '../../../lib/url-state.js';
import { AuditVerification } from './audit-verification.js';
import { submitting } from '../../../lib/use-form.js';
import { texts } from '../texts.js';
import { common } from '../../../text/common.js';

const FILTERS = ['actor', 'action', 'subject_type', 'subject_id', 'from', 'to'] as const;
type Filters = Partial<Record<(typeof FILTERS)[number], string>>;

const DAY = /^\d{4}-\d{2}-\d{2}$/;

/** Parts of a change and characters of a value that a row shows; the rest opens. */
const PARTS = 3;
const LONGEST = 60;

/** Digests and roots: only their ends are shown. */
const DIGEST = /^[0-9a-f]{32,}$/;

type Part = readonly [name: string, before: string | null, after: string | null];

/** A value in words, part by part: nested parts by their path. */
function wordsOf(value: unknown, name = ''): readonly (readonly [name: string, text: string])[] {
  if (value === null || value === undefined || value === '') return [];
  if (typeof value === 'boolean') return [[name, value ? common.yes : common.no]];
  if (typeof value !== 'object') return [[name, String(value as string | number)]];
  if (Array.isArray(value) && value.every((one) => typeof one !== 'object')) return [[name, value.join(', ')]];
  const title = (key: string): string => (Array.isArray(value) ? String(Number(key) + 1) : key.replaceAll('_', ' '));
  return Object.entries(value).flatMap(([key, one]) => wordsOf(one, `${name} ${title(key)}`.trim()));
}

/** Differences between two values, part by part; values that have no parts are one without a name. */
export function partsOf(before: unknown, after: unknown): Part[] {
  const [from, to] = [new Map(wordsOf(before)), new Map(wordsOf(after))];
  return [...new Set([...from.keys(), ...to.keys()])]
    .map((name): Part => [name, from.get(name) ?? null, to.get(name) ?? null])
    .filter(([, was, is]) => was !== is);
}

/** The part of the address that the server accepts; an incomplete day does not filter. */
function narrowed(search: Search): Filters {
  const given = FILTERS.map((name) => [name, search[name]?.trim() ?? ''] as const);
  return Object.fromEntries(
    given.filter(([name, text]) => text !== '' && (!['from', 'to'].includes(name) || DAY.test(text))),
  );
}

/** The audit trail; append-only. */
export function AuditPage() {
  const search: Search = useSearch({ strict: false });
  const navigate = useNavigate();
  const query = narrowed(search);
  const filtered = Object.keys(query).length > 0;
  const rows = useList('/api/v1/admin/audit', { query });
  const filter = (next: Filters): void => void navigate({ to: '.', search: next });
  const file = (format: string): string => `/api/v1/admin/audit/export${stringifySearch({ format, ...query })}`;
  return (
    <Page
      title={common.auditTrail}
      actions={
        <>
          <ExportButton href={file('csv')}>{common.exportCsv}</ExportButton>
          <ExportButton href={file('json')}>{texts.audit.exportJson}</ExportButton>
        </>
      }
    >
      <AuditVerification />
      {/* The fields follow the address: a link from another page fills them. */}
      <Filter key={JSON.stringify(query)} query={query} onFilter={filter} />
      <ListTable
        label={common.auditTrail}
        list={rows}
        onClearFilters={filtered ? () => filter({}) : undefined}
        empty={common.noEventsYet}
        titles={texts.audit.columns}
        columns={[
          { id: 'at', cell: (row) => <span className="num">{formatUtc(row.at).replace(/ UTC$/, '')}</span> },
          { id: 'seq', right: true, cell: (row) => row.seq },
          {
            id: 'actor',
            cell: (row) => (
              <>
                {row.actor_name} <span className="small dim">{row.actor_role}</span>
              </>
            ),
          },
          { id: 'action', cell: (row) => <code>{row.action}</code> },
          {
            id: 'item',
            cell: (row) => (
              <>
                {row.subject_type}
                <br />
                <Id value={row.subject_id} />
              </>
            ),
          },
          { id: 'change', cell: (row) => <Change before={row.before} after={row.after} /> },
          { id: 'reason', cell: (row) => row.reason ?? '' },
          { id: 'request', cell: (row) => (row.request_id === null ? '–' : <Id value={row.request_id} />) },
        ]}
      />
    </Page>
  );
}

function Change({ before, after }: { before: object | null; after: object | null }) {
  const parts = partsOf(before, after);
  const cut = (value: string | null): string | null =>
    value !== null && DIGEST.test(value)
      ? shortenId(value)
      : value !== null && value.length > LONGEST
        ? `${value.slice(0, LONGEST)}…`
        : value;
  const shown = parts.slice(0, PARTS).map(([name, was, is]): Part => [name, cut(was), cut(is)]);
  const whole =
    shown.length === parts.length && shown.every(([, was, is], i) => was === parts[i]![1] && is === parts[i]![2]);
  return (
    <div className="small change">
      <Parts parts={shown} />
      {whole ? null : (
        <details>
          <summary>{texts.audit.heading}</summary>
          <Parts parts={parts} />
        </details>
      )}
      {parts.length === 0 ? null : (
        <details>
          <summary className="dim">{texts.audit.raw}</summary>
          <pre>{JSON.stringify({ before, after }, null, 2)}</pre>
        </details>
      )}
    </div>
  );
}

function Parts({ parts }: { parts: readonly Part[] }) {
  return parts.map(([name, was, is]) => (
    <div key={name}>
      {name ? <span className="dim">{`${name[0]?.toUpperCase()}${name.slice(1)}: `}</span> : null}
      {was === null ? is : `${was} → ${is ?? '–'}`}
    </div>
  ));
}

function Filter({ query, onFilter }: { query: Filters; onFilter: (next: Filters) => void }) {
  const [typed, setTyped] = useState<Filters>(query);
  const field = (name: (typeof FILTERS)[number], label: string, placeholder?: string) => (
    <TextInput
      label={label}
      {...(placeholder !== undefined && { placeholder })}
      {...((name === 'from' || name === 'to') && { type: 'date' })}
      value={typed[name] ?? ''}
      maxLength={name === 'subject_type' ? 60 : 100}
      onChange={(event) => setTyped({ ...typed, [name]: event.currentTarget.value })}
    />
  );
  return (
    <form
      className="filters"
      aria-label={texts.audit.filtersLabel}
      onSubmit={submitting(() => onFilter(narrowed(typed)))}
    >
      {field('actor', texts.audit.columns.actor, texts.audit.nameOrId)}
      {field('action', texts.audit.columns.action, texts.audit.listingOrListingApproved)}
      {field('subject_type', texts.audit.kindOfItem, texts.audit.kindOfItemPlaceholder)}
      {field('subject_id', texts.audit.itemId)}
      {field('from', texts.audit.fromUtcDay)}
      {field('to', texts.audit.toUtcDay)}
      <Button type="submit" variant="default">
        {common.filter}
      </Button>
    </form>
  );
}
