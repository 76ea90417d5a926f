import { keepPreviousData, useInfiniteQuery, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import type { UseMutationResult, UseQueryResult } from '@tanstack/react-query';
import { useRef } from 'react';
import { call, newIdempotencyKey } from './client.js';
import type { CallInit } from './client.js';
import { ApiError } from './errors.js';

export interface Page<T> {
  items: T[];
  next_cursor: string | null;
}

type Params = Pick<CallInit, 'path' | 'query'>;

interface GetOptions {
  enabled?: boolean;
  /** Milliseconds between refreshes, false for none. */
  refreshMs?: number | false;
}

/** The key under which an answer is kept; `[path]` alone matches every variant of it. */
export function queryKey(path: string, params: Params = {}): readonly unknown[] {
  return [path, params.path ?? {}, params.query ?? {}];
}

/** Reads one resource. Rows stay on the page while it refreshes. */
export function useGet<T>(path: string, params: Params = {}, options: GetOptions = {}): UseQueryResult<T, ApiError> {
  return useQuery<T, ApiError>({
    queryKey: queryKey(path, params),
    queryFn: ({ signal }) => call<T>('GET', path, { ...params, signal }),
    enabled: options.enabled ?? true,
    refetchInterval: options.refreshMs ?? false,
    placeholderData: keepPreviousData,
  });
}

/** Reads a list by cursor, page after page. */
export function useList<T>(path: string, params: Params = {}, options: GetOptions = {}) {
  return useInfiniteQuery({
    queryKey: ['list', ...queryKey(path, params)],
    queryFn: ({ signal, pageParam }) =>
      call<Page<T>>('GET', path, { ...params, query: { ...params.query, cursor: pageParam }, signal }),
    initialPageParam: undefined as string | undefined,
    getNextPageParam: (page) => page.next_cursor ?? undefined,
    enabled: options.enabled ?? true,
    refetchInterval: options.refreshMs ?? false,
    placeholderData: keepPreviousData,
  });
}

export type ListResult<T> = ReturnType<typeof useList<T>>;

interface SendOptions<T, B> {
  method?: 'POST' | 'PATCH' | 'DELETE';
  path?: Record<string, string>;
  /** For changes of more than one call: gets the body and the first call, returns the last answer. */
  send?: (body: B, first: () => Promise<T>) => Promise<T>;
  onDone?: (data: T) => void;
}

/**
 * Sends a change. The idempotency key is kept as long as the outcome is unknown (no answer, 5xx), so pressing the
 * button again repeats the same request and never makes a second one; a definite answer ends the key. Afterwards
 * everything shown is read again: the server decides what the change did.
 */
export function useSend<T, B = void>(path: string, options: SendOptions<T, B> = {}): UseMutationResult<T, ApiError, B> {
  const client = useQueryClient();
  const intent = useRef<{ key: string; body: string } | null>(null);
  return useMutation<T, ApiError, B>({
    mutationFn: async (body) => {
      const asText = JSON.stringify(body ?? {});
      if (intent.current?.body !== asText) intent.current = { key: newIdempotencyKey(), body: asText };
      const idempotencyKey = intent.current.key;
      const first = (): Promise<T> =>
        call<T>(options.method ?? 'POST', path, { path: options.path, body: body ?? {}, idempotencyKey });
      try {
        const data = await (options.send ? options.send(body, first) : first());
        intent.current = null;
        return data;
      } catch (error) {
        if (error instanceof ApiError && !error.isUnknownOutcome) intent.current = null;
        throw error;
      }
    },
    onSuccess: (data) => {
      options.onDone?.(data);
      return client.invalidateQueries();
    },
  });
}
