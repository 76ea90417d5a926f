import { Button, TextInput } from '@mantine/core';
import { useState } from 'react';
import type { FormEvent, ReactNode } from 'react';
import { useGet, useList } from '../../api/hooks.js';
import { Id } from '../../components/copy.js';
import { ListTable } from '../../components/data-table.js';
import { Money } from '../../components/money.js';
import { Card, Page } from '../../components/page.js';
import { ProofList } from '../../components/proof-list.js';
import { Resource } from '../../components/resource.js';
import { EmptyState } from '../../components/states.js';
import { When } from '../../components/when.js';
import { humanize } from '../../lib/format.js';
import { useUrlState } from '../../lib/url-state.js';

/** Every leg of every posting, and the proof that the books balance. */
export function LedgerPage(): ReactNode {
  const [account, setAccount] = useUrlState('account');
  const [text, setText] = useState(account);
  const rows = useList('/api/v1/finance/ledger', { query: { account: account || undefined } }, { refreshMs: 15_000 });
  const proof = useGet('/api/v1/finance/ledger/proof');
  const submit = (event: FormEvent): void => {
    event.preventDefault();
    setAccount(text.trim());
  };
  return (
    <Page title="Ledger">
      <Card
        title="Proof"
        actions={
          <Button variant="default" loading={proof.isFetching} onClick={() => void proof.refetch()}>
            Check now
          </Button>
        }
      >
        <Resource of={proof} what="the proof">
          {(view) => <ProofList ok={view.ok} checks={view.checks} />}
        </Resource>
      </Card>
      <form className="filters" onSubmit={submit}>
        <TextInput label="Account" value={text} onChange={(event) => setText(event.currentTarget.value)} />
        <Button type="submit" variant="default">
          Filter
        </Button>
      </form>
      <ListTable
        label="Ledger entries"
        list={rows}
        rowKey={(row) => row.id}
        onClearFilters={
          account
            ? () => {
                setText('');
                setAccount('');
              }
            : undefined
        }
        empty={<EmptyState>No entry yet. The first one is posted when an invoice is paid.</EmptyState>}
        columns={[
          { id: 'id', title: 'Entry', cell: (row) => <Id value={row.id} what="entry" /> },
          { id: 'at', title: 'Time', cell: (row) => <When at={row.posted_at} /> },
          { id: 'kind', title: 'Kind', cell: (row) => humanize(row.kind) },
          { id: 'account', title: 'Account', cell: (row) => <code>{row.account}</code> },
          {
            id: 'debit',
            title: 'Debit',
            right: true,
            cell: (row) =>
              BigInt(row.amount_minor) >= 0n ? <Money minor={row.amount_minor} currency={row.currency} /> : '',
          },
          {
            id: 'credit',
            title: 'Credit',
            right: true,
            cell: (row) =>
              BigInt(row.amount_minor) < 0n ? (
                <Money minor={(-BigInt(row.amount_minor)).toString()} currency={row.currency} />
              ) : (
                ''
              ),
          },
          { id: 'source', title: 'Source', cell: (row) => row.source ?? '' },
        ]}
      />
    </Page>
  );
}
