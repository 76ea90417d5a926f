import { Button, NativeSelect, TextInput } from '@mantine/core';
import { useState } from 'react';
import { useGet, useList, useSend, type ExportView } from '../../api/hooks.js';
import { Id, When } from '../../components/values/values.js';
import { ListTable } from '../../components/tables/data-table.js';
import { EXPORT_FORMATS } from '../../components/tables/export-list.js';
import { Card, Page } from '../../components/layout/page.js';
import { SendError, StatusBadge, ToneBadge } from '../../components/feedback/feedback.js';
import { formatCount, formatMonth, formatUtcDate, humanize } from '../../lib/format.js';
import { currentMonth } from '../../lib/server-time.js';
import { controlled } from '../../lib/use-form.js';
import { texts } from './texts.js';
import { common } from '../../text/common.js';
const EXPORTS = '/api/v1/finance/exports';
const KINDS = [
  { value: 'journal', label: texts.exports.kinds.journal },
  { value: 'invoices', label: common.invoices },
  { value: 'payouts', label: common.payouts },
  { value: 'statements', label: common.statements },
  { value: 'authors_by_quarter', label: texts.exports.kinds.authorsByQuarter },
];
const LISTS: Record<string, string> = texts.exports.lists;
const nameOf = (kind: string): string => LISTS[kind] ?? KINDS.find((one) => one.value === kind)?.label ?? kind;

/** Content of the file: a month, or the filter of its list. */
function filterOf({ month, filter }: ExportView): string {
  if (month !== null) return formatMonth(month);
  const parts = Object.entries(filter).map(([name, value]) => `${humanize(name)}: ${String(value)}`);
  return parts.join(', ') || common.all;
}

/** Files for accounting and of lists, made in the background and kept for 30 days. */
export function ExportsPage() {
  const files = useList(EXPORTS, {}, { refreshMs: 3_000 });
  return (
    <Page title={common.exports}>
      <Ask />
      <ListTable
        label={common.exports}
        list={files}
        empty={texts.exports.empty}
        titles={texts.exports.columns}
        columns={[
          { id: 'file', cell: (row) => <File row={row} /> },
          { id: 'filter', cell: (row) => filterOf(row) },
          {
            id: 'state',
            cell: (row) => (
              <>
                <StatusBadge kind="export" code={row.state} />
                {row.problem === null ? null : <p className="small">{row.problem}</p>}
              </>
            ),
          },
          {
            id: 'rows',
            right: true,
            cell: (row) =>
              row.rows_total === null
                ? '–'
                : row.state === 'done'
                  ? formatCount(row.rows_done)
                  : texts.exports.rowsOfTotal(formatCount(row.rows_done), formatCount(row.rows_total)),
          },
          { id: 'hash', cell: (row) => (row.sha256 === null ? '–' : <Id value={row.sha256} what={common.hash} />) },
          { id: 'createdBy', cell: (row) => row.requested_by },
          { id: 'ready', cell: (row) => (row.finished_at === null ? '–' : <When at={row.finished_at} />) },
          { id: 'ends', cell: (row) => formatUtcDate(row.kept_until) },
        ]}
      />
    </Page>
  );
}

function File({ row }: { row: ExportView }) {
  const name = `${nameOf(row.kind)}, ${row.format.toUpperCase()}`;
  return (
    <span className="row">
      {row.state === 'done' ? (
        <a href={`${EXPORTS}/${row.id}/file`} download>
          {name}
        </a>
      ) : (
        name
      )}
      {row.is_test ? <ToneBadge tone="special">{texts.exports.sandbox}</ToneBadge> : null}
    </span>
  );
}

function Ask() {
  const [kind, setKind] = useState('journal');
  const [format, setFormat] = useState('csv');
  const [chosen, setMonth] = useState('');
  const closed = useGet('/api/v1/finance/periods', { query: { state: 'closed' } }).data?.items[0];
  const month = chosen || (closed?.month ?? currentMonth());
  const ask = useSend(EXPORTS);
  return (
    <Card title={texts.exports.askTitle}>
      <SendError error={ask.error} />
      <div className="filters">
        <NativeSelect label={common.what} {...controlled(kind, setKind)} data={KINDS} />
        <NativeSelect label={texts.exports.formatLabel} {...controlled(format, setFormat)} data={EXPORT_FORMATS} />
        <TextInput label={common.month} type="month" {...controlled(month, setMonth)} />
        <Button
          loading={ask.isPending}
          onClick={() =>
            ask.mutate({ kind: kind as ExportView['kind'], format: format as ExportView['format'], month })
          }
        >
          {texts.exports.askTitle}
        </Button>
      </div>
    </Card>
  );
}
