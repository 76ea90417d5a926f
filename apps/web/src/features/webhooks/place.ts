import { useMatch } from '@tanstack/react-router';
import { useMemberMay } from '../../components/feedback/member-may.js';
import { texts } from './texts.js';

/** Whose webhooks a page shows: their addresses in the API and in the portal, and their texts. */
const OF_AUTHOR = {
  api: '/api/v1/author/webhooks',
  list: '/author/webhooks',
  page: '/author/webhooks/$id',
  explanation: texts.webhooks.explanation,
} as const;

const OF_HOST = {
  // They have the same routes and views at another address, other event types aside.
  api: '/api/v1/admin/webhooks' as unknown as typeof OF_AUTHOR.api,
  list: '/admin/webhooks',
  page: '/admin/webhooks/$id',
  explanation: texts.webhooks.explanationOfHost,
} as const;

const useIsOfHost = (): boolean =>
  useMatch({ strict: false, select: ({ pathname }) => pathname.startsWith('/admin/') });

export const usePlace = () => (useIsOfHost() ? OF_HOST : OF_AUTHOR);

/** Whether the person may change webhooks here; any admin may change those of the host. */
export function useMayChange(): boolean {
  const develops = useMemberMay('develop');
  return useIsOfHost() || develops;
}
