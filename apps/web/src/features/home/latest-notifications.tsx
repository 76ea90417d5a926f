import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { useGet } from '../../api/hooks.js';
import { Card } from '../../components/layout/page.js';
import { Resource } from '../../components/feedback/resource.js';
import { EmptyState, ToneBadge } from '../../components/feedback/feedback.js';
import { When } from '../../components/values/values.js';
import { parseSearch, safeReturnTo } from '../../lib/url-state.js';
import { texts } from './texts.js';
import { common } from '../../text/common.js';

const MOST = 5;

/** Recent notifications, the newest of each matter, with the page to continue on. */
export function LatestNotifications(): ReactNode {
  const list = useGet('/api/v1/notifications', { query: { folded: 'true', limit: MOST } });
  return (
    <Card title={texts.latestNotifications.title}>
      <Resource of={list} what={texts.latestNotifications.names.whatHappened} lines={3}>
        {({ items }) =>
          items.length === 0 ? (
            <EmptyState>{texts.latestNotifications.empty}</EmptyState>
          ) : (
            <>
              <ul className="checks">
                {items.map((row) => {
                  const [page = '/', search = ''] = safeReturnTo(row.path ?? undefined).split('?');
                  return (
                    <li key={row.id} className="row row-between">
                      <span className="row">
                        {row.path === null ? (
                          row.subject
                        ) : (
                          <Link to={page} search={parseSearch(search)}>
                            {row.subject}
                          </Link>
                        )}
                        {row.unread_of_item > 0 ? <ToneBadge tone="info">{common.unread}</ToneBadge> : null}
                      </span>
                      <span className="small dim">
                        <When at={row.at} />
                      </span>
                    </li>
                  );
                })}
              </ul>
              <Link to="/notifications">{texts.latestNotifications.allNotifications}</Link>
            </>
          )
        }
      </Resource>
    </Card>
  );
}
