import { TextInput } from '@mantine/core';
import { useDeferredValue } from 'react';
import { useGet, useList, type EventDaysView } from '../../../api/hooks.js';
import { Resource } from '../../../components/feedback/resource.js';
import { Card } from '../../../components/layout/page.js';
import { useChoice } from '../../../components/tables/filter.js';
import { ListTable } from '../../../components/tables/data-table.js';
import { formatCount, formatUtcDate } from '../../../lib/format.js';
import { useUrlState } from '../../../lib/url-state.js';
import { visible } from '../../../lib/visible.js';
import { controlled } from '../../../lib/use-form.js';
import { texts as areaTexts } from '../texts/drive-installs.js';
import { common } from '../../../text/common.js';
import { texts as historyTexts } from '../texts/history.js';
import { Chart } from '../../../components/values/chart.js';

const texts = areaTexts.driveEvents;

const { month, year } = historyTexts.history.ranges;

/** How many events the installs of a Drive reported, for its author: over time, and by day and kind. */
export function DriveEvents({ driveId }: { driveId: string }) {
  const [period, periodField] = useChoice('events', {
    label: historyTexts.history.rangeLabel,
    choices: { month, year },
    usual: 'month',
  });
  const [text, setText] = useUrlState('event');
  const type = useDeferredValue(text.trim()) || undefined;
  const path = { driveId };
  const days = useGet(
    '/api/v1/author/drives/{driveId}/installs/event-days',
    { path, query: { period, type } },
    { refreshMs: 60_000 },
  );
  const from = days.data?.from.slice(0, 10);
  const counts = useList(
    '/api/v1/author/drives/{driveId}/installs/event-counts',
    { path, query: { type, from } },
    { enabled: from !== undefined, refreshMs: 60_000 },
  );
  return (
    <Card title={texts.title}>
      <p className="small dim">{texts.explanation}</p>
      <div className="filters">
        {periodField}
        <TextInput label={common.type} description={texts.typeHelp} {...controlled(text, setText)} maxLength={128} />
      </div>
      <Resource of={days} what={texts.name} lines={4}>
        {(view) => <DaysPlot of={view} />}
      </Resource>
      {from === undefined ? null : (
        <ListTable
          label={texts.tableLabel}
          list={counts}
          rowKey={(row) => `${row.day} ${row.type}`}
          onClearFilters={type === undefined ? undefined : () => setText('')}
          empty={texts.empty}
          titles={texts.columns}
          columns={[
            { id: 'day', cell: (row) => formatUtcDate(row.day) },
            { id: 'type', cell: (row) => <code>{visible(row.type)}</code> },
            { id: 'events', right: true, cell: (row) => formatCount(row.events) },
            { id: 'keptApart', right: true, cell: (row) => formatCount(row.kept_apart) },
            { id: 'notStored', right: true, cell: (row) => formatCount(row.not_stored) },
            {
              id: 'why',
              cell: (row) =>
                row.reasons.map(({ reason, events }) => (
                  <div key={reason}>{texts.reason(formatCount(events), texts.reasons[reason])}</div>
                )),
            },
          ]}
        />
      )}
    </Card>
  );
}

function DaysPlot({ of: { days } }: { of: EventDaysView }) {
  // The list below has its own empty state.
  if (days.every(({ events, kept_apart, not_stored }) => events + kept_apart + not_stored === 0)) return null;
  return (
    <Chart
      title={texts.plotTitle}
      kind="bars"
      step="day"
      unit="count"
      stacked
      rows={days}
      series={[
        { label: texts.columns.events, value: (row) => row.events },
        { label: texts.columns.keptApart, value: (row) => row.kept_apart },
        { label: texts.columns.notStored, value: (row) => row.not_stored },
      ]}
    />
  );
}
