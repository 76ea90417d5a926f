import type { ReactNode } from 'react';
import { useGet } from '../../../api/hooks.js';
import type { Schemas } from '../../../api/types.js';
import { Resource } from '../../../components/feedback/resource.js';
import { Card } from '../../../components/layout/page.js';
import { formatUtc, humanize } from '../../../lib/format.js';
import { visible } from '../../../lib/visible.js';
import { texts } from '../texts/history.js';
import { Answers, useRange } from './answers.js';
import { edgesOf } from './plot-layout.js';
import { Plot } from './plot.js';

type History = Schemas['InstallHistoryView'];

/** What a plugin reported about an install, and how it answered, over time. */
export function InstallHistory({ id }: { id: string }): ReactNode {
  const [range, rangeField] = useRange();
  const history = useGet(
    '/api/v1/operator/installs/{id}/history',
    { path: { id }, query: { range } },
    { refreshMs: 60_000 },
  );
  return (
    <Card title={texts.history.title} actions={rangeField}>
      <p className="small dim">{texts.history.operatorExplanation}</p>
      <Resource of={history} what={texts.history.name} lines={6}>
        {(view) => (
          <div className="stack">
            <Answers of={view} />
            {view.metrics.length === 0 ? <p className="dim">{texts.history.noFigures}</p> : null}
            {view.metrics.map((figure) => (
              <Figure key={figure.name} of={view} figure={figure} />
            ))}
          </div>
        )}
      </Resource>
    </Card>
  );
}

const decimal = (value: number): string =>
  new Intl.NumberFormat('en-US', { maximumSignificantDigits: 6 }).format(value);

/** Its name is the plugin's own. */
function Figure({ of, figure }: { of: History; figure: History['metrics'][number] }): ReactNode {
  const points = figure.points.map(({ at, mean, least, most }) => ({ at: Date.parse(at), value: mean, least, most }));
  return (
    <Plot
      title={visible(humanize(figure.name))}
      of={of}
      points={points}
      edges={edgesOf(points)}
      edge={decimal}
      rows={figure.points}
      titles={texts.history.figureColumns}
      columns={[
        { id: 'at', cell: (row) => formatUtc(row.at) },
        { id: 'mean', right: true, cell: (row) => decimal(row.mean) },
        { id: 'least', right: true, cell: (row) => decimal(row.least) },
        { id: 'most', right: true, cell: (row) => decimal(row.most) },
      ]}
    />
  );
}
