import type { ReviewWorkspaceView } from '../../api/schema.js';
import { humanize } from '../../lib/format.js';
import { visible } from '../../lib/visible.js';
import { ToneBadge } from '../feedback/feedback.js';
import { Card } from '../layout/page.js';
import { DataTable } from '../tables/data-table.js';
import { When } from '../values/values.js';
import { texts } from '../texts/drives.js';
import { common, rich } from '../../text/common.js';

type Declared = Pick<ReviewWorkspaceView, 'capabilities' | 'events' | 'checked'>;
type Capability = Declared['capabilities'][number];

const actual = {
  observed: ['ok', texts.claims.observed],
  not_observed: ['neutral', texts.claims.notObserved],
  declared: ['neutral', common.declared],
  unknown: ['neutral', common.cannotBeObserved],
} as const;

/** Capabilities and events: declared compared with observed. */
export function Claims({ of: view, area }: { of: Declared; area: 'author' | 'review' }) {
  return (
    <>
      <Card title={common.capabilities}>
        <DataTable
          label={common.capabilities}
          rows={view.capabilities.filter((row) => row.declared || row.actual === 'observed')}
          rowKey={(row) => row.name}
          titles={texts.claims.columns}
          columns={[
            { id: 'name', cell: (row) => <code>{visible(row.name)}</code> },
            { id: 'declared', cell: (row) => (row.declared ? common.yes : common.no) },
            {
              id: 'actual',
              cell: (row) => {
                const [tone, text] = actual[row.actual];
                const wrong = row.declared && row.actual === 'not_observed';
                return <ToneBadge tone={wrong ? 'bad' : tone}>{text}</ToneBadge>;
              },
            },
            { id: 'by', cell: (row) => <Calls of={row} checked={view.checked} area={area} /> },
          ]}
        />
      </Card>
      <Card title={texts.claims.eventsTitle}>
        <DataTable
          label={texts.claims.eventsTitle}
          rows={view.events}
          empty={texts.claims.empty}
          rowKey={(row) => `${row.direction} ${row.kind}`}
          titles={texts.claims.columns}
          columns={[
            { id: 'kind', cell: (row) => <code>{visible(row.kind)}</code> },
            { id: 'way', cell: (row) => humanize(row.direction) },
            {
              id: 'declared',
              cell: (row) => (row.declared ? common.yes : <ToneBadge tone="bad">{texts.claims.notDeclared}</ToneBadge>),
            },
            { id: 'seen', right: true, cell: (row) => row.seen ?? texts.claims.noInstalls },
            { id: 'bad', right: true, cell: (row) => row.quarantined },
            { id: 'last', cell: (row) => <When machine last at={row.last_at} /> },
          ]}
        />
      </Card>
    </>
  );
}

/** The calls that show a capability: of the checks, and of the installs that run. */
function Calls({ of, checked, area }: { of: Capability; checked: Declared['checked']; area: 'author' | 'review' }) {
  const { request, by, calls, live } = of;
  const run = checked && texts.claims.run(checked.run);
  return (
    <div className="stack stack-4 small">
      {request ? <code>{visible(request)}</code> : null}
      {checked && by.length > 0 ? (
        <span>
          {rich(texts.claims.checked, { checks: by.join(', '), time: <When at={checked.at} /> })}{' '}
          {checked.submission_id ? <a href={`/${area}/submissions/${checked.submission_id}`}>{run}</a> : run}
        </span>
      ) : null}
      {calls.map(({ id, endpoint = '', sent = '', received = '' }) => (
        <details key={id}>
          <summary>{texts.claims.call(id)}</summary>
          {rich(texts.claims.asked, { endpoint: visible(endpoint), sent, received: <code>{visible(received)}</code> })}
        </details>
      ))}
      {live ? <span>{rich(texts.claims.live(live), { time: <When machine at={live.last_at} /> })}</span> : null}
    </div>
  );
}
