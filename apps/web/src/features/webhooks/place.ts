import { createContext, useContext } from 'react';
import { useMemberMay } from '../../components/feedback/member-may.js';
import { texts } from './texts.js';

const AUTHOR_API = '/api/v1/author/webhooks';

/** Whose webhooks a page shows: their addresses in the API and in the portal, and their texts. */
interface WebhookPlace {
  /** Those of the host have the same routes and views at another address, other event types aside. */
  api: typeof AUTHOR_API;
  list: '/author/webhooks' | '/admin/webhooks';
  page: '/author/webhooks/$id' | '/admin/webhooks/$id';
  explanation: string;
}

const OF_AUTHOR: WebhookPlace = {
  api: AUTHOR_API,
  list: '/author/webhooks',
  page: '/author/webhooks/$id',
  explanation: texts.webhooks.explanation,
};

const HOST_API: string = '/api/v1/admin/webhooks';
export const OF_HOST: WebhookPlace = {
  api: HOST_API as typeof AUTHOR_API,
  list: '/admin/webhooks',
  page: '/admin/webhooks/$id',
  explanation: texts.webhooks.explanationOfHost,
};

export const PlaceContext = createContext(OF_AUTHOR);
export const usePlace = (): WebhookPlace => useContext(PlaceContext);

/** Whether the person may change webhooks here; any admin may change those of the host. */
export function useMayChange(): boolean {
  const develops = useMemberMay('develop');
  return usePlace() === OF_HOST || develops;
}
