import { TextInput } from '@mantine/core';
import { useList } from '../../../api/hooks.js';
import { Id, When } from '../../../components/values/values.js';
import { ListTable } from '../../../components/tables/data-table.js';
import { ExportButton } from '../../../components/tables/export-button.js';
import { Page } from '../../../components/layout/page.js';
import { StatusBadge } from '../../../components/feedback/feedback.js';
import { stringifySearch, useUrlState } from '../../../lib/url-state.js';
import { visible } from '../../../lib/visible.js';
import { controlled } from '../../../lib/use-form.js';
import { texts } from '../texts/agreements.js';
import { common } from '../../../text/common.js';

/** Who signed which text of the developer agreement, when, from where and by which digest. */
export function SignaturesPage() {
  const [version, setVersion] = useUrlState('version');
  const [q, setQ] = useUrlState('q');
  const query = { ...(version.trim() && { version: version.trim() }), ...(q.trim() && { q: q.trim() }) };
  const list = useList('/api/v1/finance/agreement-signatures', { query });
  return (
    <Page
      title={texts.signatures.title}
      actions={
        <ExportButton href={`/api/v1/finance/agreement-signatures/csv${stringifySearch(query)}`}>
          {common.exportCsv}
        </ExportButton>
      }
    >
      <div className="filters">
        <TextInput label={texts.signatures.authorNameSignedLabel} {...controlled(q, setQ)} />
        <TextInput label={common.version} {...controlled(version, setVersion)} />
      </div>
      <ListTable
        label={common.signatures}
        list={list}
        empty={texts.signatures.empty}
        titles={texts.signatures.columns}
        columns={[
          { id: 'author', cell: (row) => visible(row.org_name) },
          {
            id: 'account',
            cell: (row) =>
              row.account === 'none' ? common.noneTitle : <StatusBadge kind="account" code={row.account} />,
          },
          { id: 'version', cell: (row) => visible(row.version) },
          { id: 'name', cell: (row) => visible(row.signed_name) },
          { id: 'at', cell: (row) => <When at={row.signed_at} /> },
          { id: 'from', cell: (row) => visible(row.ip ?? common.notRecorded) },
          { id: 'by', cell: (row) => <Id value={row.signed_by} what={texts.signatures.names.account} /> },
          { id: 'digest', cell: (row) => <Id value={row.digest} what={common.digestInText} /> },
        ]}
      />
    </Page>
  );
}
