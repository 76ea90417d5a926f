import type { ReactNode } from 'react';
import type { Schemas } from '../../../api/types.js';
import { ToneBadge } from '../../../components/feedback/feedback.js';
import { DataTable } from '../../../components/tables/data-table.js';
import { useChoice } from '../../../components/tables/filter.js';
import { formatCount, formatUtc } from '../../../lib/format.js';
import { texts } from '../texts/history.js';
import { Plot } from './plot.js';

type History = Schemas['DriveHistoryView'];

/** The chosen range, in the address, and its field. */
export const useRange = () =>
  useChoice('range', { label: texts.history.rangeLabel, choices: texts.history.ranges, usual: 'day' });

/** A share as percent, rounded down. */
const percent = (share: number): string => texts.history.percent((Math.floor(share * 10_000) / 100).toFixed(2));

/** How each endpoint answered: against its objective, and over time. */
export function Answers({ of }: { of: History }): ReactNode {
  return (
    <>
      <DataTable
        label={texts.history.objectivesLabel}
        rows={of.endpoints}
        rowKey={(row) => row.endpoint}
        titles={{ ...texts.history.columns, share: texts.history.columns.share(of.objective_days) }}
        columns={[
          { id: 'endpoint', cell: (row) => texts.history.endpoints[row.endpoint] },
          {
            id: 'share',
            right: true,
            cell: (row) => (row.share === null ? texts.history.tooEarly : percent(row.share)),
          },
          { id: 'target', right: true, cell: (row) => percent(row.target) },
          { id: 'budget', right: true, cell: (row) => <Budget used={row.budget_used} /> },
        ]}
      />
      {of.endpoints.map(({ endpoint, points }) => (
        <Plot
          key={endpoint}
          title={texts.history.answersTitle(texts.history.endpoints[endpoint])}
          of={of}
          points={points.map(({ at, share }) => ({ at: Date.parse(at), value: share }))}
          edges={{ low: 0, high: 1 }}
          edge={percent}
          rows={points}
          titles={texts.history.callColumns}
          columns={[
            { id: 'at', cell: (row) => formatUtc(row.at) },
            { id: 'share', right: true, cell: (row) => percent(row.share) },
            { id: 'calls', right: true, cell: (row) => formatCount(row.calls) },
          ]}
        />
      ))}
    </>
  );
}

function Budget({ used }: { used: number | null }): ReactNode {
  if (used === null) return '–';
  return (
    <>
      {texts.history.percent(formatCount(Math.ceil(used * 100)))}{' '}
      {used >= 1 ? <ToneBadge tone="bad">{texts.history.usedUp}</ToneBadge> : null}
    </>
  );
}
