import { QueryCache, QueryClient } from '@tanstack/react-query';
import { ApiError } from './errors.js';

/**
 * 4xx are answers and not repeated; no answer and 5xx are tried twice more. `onSignedOut` runs when a read is refused
 * because the session has ended.
 */
export function makeQueryClient(onSignedOut: () => void): QueryClient {
  return new QueryClient({
    queryCache: new QueryCache({
      onError: (error) => {
        if (error instanceof ApiError && error.status === 401) onSignedOut();
      },
    }),
    defaultOptions: {
      queries: {
        staleTime: 5_000,
        retry: (failures, error) => failures < 2 && error instanceof ApiError && error.isUnknownOutcome,
        retryDelay: (failures) => 500 * 2 ** failures,
      },
      mutations: { retry: false },
    },
  });
}
