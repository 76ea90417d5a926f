import { useGet, type SessionView } from '../../../api/hooks.js';
import { DataTable } from '../../../components/tables/data-table.js';
import { PostButton, RemoveButton } from '../../../components/forms/post-button.js';
import { Card } from '../../../components/layout/page.js';
import { Resource } from '../../../components/feedback/resource.js';
import { ToneBadge } from '../../../components/feedback/feedback.js';
import { deviceOf } from './device.js';
import { formatUtc } from '../../../lib/format.js';
import { byPortalTime } from '../../../lib/server-time.js';
import { texts } from '../texts.js';
import { common } from '../../../text/common.js';

/** Where one is signed in. The sandbox's test clock signs nobody out. */
export function SessionsCard() {
  const sessions = useGet('/api/v1/account/sessions', {}, { refreshMs: 60_000 });
  return (
    <Card title={texts.sessions.title}>
      <Resource of={sessions} what={texts.sessions.names.sessions}>
        {({ items }) => (
          <div className="stack">
            <SessionTable rows={items} />
            {items.length > 1 ? (
              <div>
                <PostButton
                  to="/api/v1/account/sessions/revoke-others"
                  options={{ toast: ({ revoked }) => texts.sessions.toastOtherEnded(revoked) }}
                  body={undefined}
                >
                  {texts.sessions.endOtherSessions}
                </PostButton>
              </div>
            ) : null}
          </div>
        )}
      </Resource>
    </Card>
  );
}

function SessionTable({ rows }: { rows: readonly SessionView[] }) {
  return (
    <DataTable
      label={texts.sessions.title}
      rows={rows}
      titles={texts.sessions.columns}
      columns={[
        { id: 'device', cell: (row) => <Device of={row} /> },
        { id: 'address', cell: (row) => <code>{row.ip ?? common.unknownInText}</code> },
        { id: 'since', cell: (row) => <span className="num">{formatUtc(byPortalTime(row.created_at))}</span> },
        { id: 'seen', cell: (row) => <span className="num">{formatUtc(byPortalTime(row.last_seen_at))}</span> },
        { id: 'ends', cell: (row) => <span className="num">{formatUtc(byPortalTime(row.ends_at))}</span> },
        {
          id: 'act',
          cell: (row) =>
            row.current ? (
              <ToneBadge tone="info">{texts.sessions.thisSession}</ToneBadge>
            ) : (
              <RemoveButton
                to="/api/v1/account/sessions/{id}"
                options={{ path: { id: row.id }, toast: texts.sessions.toastSessionEnded }}
              >
                {common.end}
              </RemoveButton>
            ),
        },
      ]}
    />
  );
}

/** The browser's description of itself, in words; its full user agent for comparison. */
function Device({ of: { user_agent: userAgent } }: { of: SessionView }) {
  if (userAgent === null || userAgent.trim() === '') return deviceOf(userAgent);
  return (
    <details>
      <summary>{deviceOf(userAgent)}</summary>
      <code className="small">{userAgent}</code>
    </details>
  );
}
