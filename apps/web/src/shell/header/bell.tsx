import { ActionIcon, Tooltip } from '@mantine/core';
import { IconBell } from '@tabler/icons-react';
import { Link, useRouterState } from '@tanstack/react-router';
import { useEffect } from 'react';
import { useGet } from '../../api/hooks.js';
import { texts } from '../texts.js';
import { common } from '../../text/common.js';

/** As many are counted. */
const MOST = 100;
/** An older count is refetched when a page opens. Milliseconds. */
const FRESH_MS = 30_000;

/**
 * How much is unread, and the way there. Requested again when a page opens, when something was changed and when the window
 * gets focus again, never by a timer: that would keep a session alive that nobody uses.
 */
export function Bell() {
  const { data, dataUpdatedAt, refetch } = useGet('/api/v1/notifications/unread');
  const pathname = useRouterState({ select: (state) => state.resolvedLocation?.pathname });
  useEffect(() => {
    if (dataUpdatedAt > 0 && Date.now() - dataUpdatedAt > FRESH_MS) void refetch();
    // Only another page is an occasion; the time of the answer is none.
  }, [pathname]);
  const unread = data?.unread ?? 0;
  const count = unread >= MOST ? `${MOST - 1}+` : String(unread);
  const label = unread === 0 ? common.notifications : texts.bell.notificationsUnread(count);
  return (
    <Tooltip label={label}>
      <ActionIcon component={Link} to="/notifications" className="bell" variant="subtle" size={30} aria-label={label}>
        <IconBell size={16} />
        {unread > 0 ? (
          <span className="bell-count num" aria-hidden>
            {count}
          </span>
        ) : null}
      </ActionIcon>
    </Tooltip>
  );
}
