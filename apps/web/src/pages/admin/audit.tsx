import { Button, TextInput } from '@mantine/core';
import { useNavigate, useSearch } from '@tanstack/react-router';
import { useState } from 'react';
import type { FormEvent, ReactNode } from 'react';
import { useList } from '../../api/hooks.js';
import { Id } from '../../components/copy.js';
import { ListTable } from '../../components/data-table.js';
import { Page } from '../../components/page.js';
import { EmptyState } from '../../components/states.js';
import { formatUtc } from '../../lib/format.js';
import type { Search } from '../../lib/url-state.js';
import { AuditVerification } from './audit-verification.js';

function short(value: unknown): string {
  return value === null || value === undefined ? '–' : typeof value === 'string' ? value : JSON.stringify(value);
}

/** Who did what to what, when and why; append-only. */
export function AuditPage(): ReactNode {
  const search: Search = useSearch({ strict: false });
  const navigate = useNavigate();
  const [type, setType] = useState(search.subject_type ?? '');
  const [id, setId] = useState(search.subject_id ?? '');
  const rows = useList('/api/v1/admin/audit', {
    query: { subject_type: search.subject_type, subject_id: search.subject_id },
  });
  const filter = (subject_type: string, subject_id: string): void => {
    setType(subject_type);
    setId(subject_id);
    void navigate({
      to: '.',
      search: { subject_type: subject_type || undefined, subject_id: subject_id || undefined },
    });
  };
  const submit = (event: FormEvent): void => {
    event.preventDefault();
    filter(type.trim(), id.trim());
  };
  const filtered = Boolean(search.subject_type ?? search.subject_id);
  return (
    <Page title="Audit trail">
      <AuditVerification />
      <form className="filters" onSubmit={submit}>
        <TextInput label="Kind of item" value={type} onChange={(event) => setType(event.currentTarget.value)} />
        <TextInput label="Item id" value={id} onChange={(event) => setId(event.currentTarget.value)} />
        <Button type="submit" variant="default">
          Filter
        </Button>
      </form>
      <ListTable
        label="Audit trail"
        list={rows}
        rowKey={(row) => row.id}
        onClearFilters={filtered ? () => filter('', '') : undefined}
        empty={<EmptyState>Nothing happened yet.</EmptyState>}
        columns={[
          { id: 'at', title: 'Time UTC', cell: (row) => <span className="num">{formatUtc(row.at)}</span> },
          { id: 'actor', title: 'Actor', cell: (row) => row.actor_name },
          { id: 'action', title: 'Action', cell: (row) => <code>{row.action}</code> },
          {
            id: 'item',
            title: 'Item',
            cell: (row) => (
              <span className="row">
                {row.subject_type} <Id value={row.subject_id} />
              </span>
            ),
          },
          {
            id: 'change',
            title: 'Before → after',
            wrap: true,
            cell: (row) => (
              <span className="small">
                {short(row.before)} → {short(row.after)}
              </span>
            ),
          },
          { id: 'reason', title: 'Reason', wrap: true, cell: (row) => row.reason ?? '' },
        ]}
      />
    </Page>
  );
}
