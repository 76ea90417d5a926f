import {
  useInfiniteQuery,
  useMutation,
  useQuery,
  useQueryClient,
  type InfiniteData,
  type UseInfiniteQueryResult,
  type UseMutationResult,
  type UseQueryResult,
} from '@tanstack/react-query';
import { useContext, useRef } from 'react';
import { useToast } from '../components/feedback/toast-context.js';
import { CloseContext } from '../components/layout/close-context.js';
import { call, newIdempotencyKey, type CallInit } from './client.js';
import { ApiError } from './errors.js';
import type { BodyOf, DataOf, ItemOf, ParamsOf, PathsWith } from './types.js';

export type * from './schema.js';

interface Page<T> {
  items: T[];
  next_cursor: string | null;
}

type Params = Pick<CallInit, 'path' | 'query'>;
type NeedsPath<X> = X extends { path: unknown } ? true : false;
type Arguments<X, O> = NeedsPath<X> extends true ? [params: X, options?: O] : [params?: X, options?: O];

interface GetOptions<T> {
  enabled?: boolean;
  /** Milliseconds between refreshes, none without; a hidden page asks for nothing. */
  refreshMs?: number | false | ((data: T | undefined) => number | false);
}

/** `refreshMs` of a page on which something is under way now and then: every two seconds while it is. */
export function refreshWhile<T>(underWay: (data: T) => boolean, otherwise: number | false = 10_000) {
  return (data: T | undefined): number | false => (data !== undefined && underWay(data) ? 2_000 : otherwise);
}

/** What is gone is not asked for again. */
function refetchInterval<T>({ refreshMs = false }: GetOptions<T>) {
  return ({ state: { data, error } }: { state: { data: T | undefined; error: ApiError | null } }): number | false => {
    if (error?.status === 404) return false;
    return typeof refreshMs === 'function' ? refreshMs(data) : refreshMs;
  };
}

/** The key under which an answer is kept; `[path]` alone matches every variant of it. */
export function queryKey(path: string, params: Params = {}): readonly unknown[] {
  return [path, params.path ?? {}, params.query ?? {}];
}

/** Rows stay while a filter changes, but the data of one thing is never shown under the address of another. */
function previousOfSamePath<T>(key: readonly unknown[], at: number) {
  return (previous: T | undefined, query: { queryKey: readonly unknown[] } | undefined): T | undefined =>
    JSON.stringify(query?.queryKey[at]) === JSON.stringify(key[at]) ? previous : undefined;
}

/** Reads one resource. */
export function useGet<P extends PathsWith<'get'>>(
  path: P,
  ...[given, options = {}]: Arguments<ParamsOf<P, 'get'>, GetOptions<DataOf<P, 'get'>>>
): UseQueryResult<DataOf<P, 'get'>, ApiError> {
  const params = (given ?? {}) as Params;
  const key = queryKey(path, params);
  return useQuery<DataOf<P, 'get'>, ApiError>({
    queryKey: key,
    queryFn: ({ signal }) => call<DataOf<P, 'get'>>('GET', path, { ...params, signal }),
    enabled: options.enabled ?? true,
    refetchInterval: refetchInterval(options),
    placeholderData: previousOfSamePath(key, 1) as never,
  });
}

export type ListResult<T> = UseInfiniteQueryResult<InfiniteData<Page<T>>, ApiError>;

/** Reads a list by cursor, page after page. */
export function useList<P extends PathsWith<'get'>>(
  path: P,
  ...[given, options = {}]: Arguments<ParamsOf<P, 'get'>, GetOptions<InfiniteData<Page<ItemOf<P>>>>>
): ListResult<ItemOf<P>> {
  const params = (given ?? {}) as Params;
  const key = ['list', ...queryKey(path, params)];
  return useInfiniteQuery<
    Page<ItemOf<P>>,
    ApiError,
    InfiniteData<Page<ItemOf<P>>>,
    readonly unknown[],
    string | undefined
  >({
    queryKey: key,
    queryFn: ({ signal, pageParam }) =>
      call<Page<ItemOf<P>>>('GET', path, { ...params, query: { ...params.query, cursor: pageParam }, signal }),
    initialPageParam: undefined,
    getNextPageParam: (page) => page.next_cursor ?? undefined,
    enabled: options.enabled ?? true,
    refetchInterval: refetchInterval(options),
    placeholderData: previousOfSamePath(key, 2) as never,
  });
}

type PathOf<X> = X extends { path: infer T } ? { path: T } : { path?: undefined };

type Changing = 'post' | 'put' | 'patch' | 'delete';
export type SendOptions<P extends PathsWith<M>, M extends Changing> = PathOf<ParamsOf<P, M>> & {
  /** For changes of more than one call: gets the body and the first call, returns the last answer. */
  send?: (body: BodyOf<P, M>, first: () => Promise<DataOf<P, M>>) => Promise<DataOf<P, M>>;
  /** What confirms the success. */
  toast?: string | ((data: DataOf<P, M>) => string);
  onDone?: (data: DataOf<P, M>) => void;
};
type SendArguments<P extends PathsWith<M>, M extends Changing> =
  NeedsPath<ParamsOf<P, M>> extends true ? [options: SendOptions<P, M>] : [options?: SendOptions<P, M>];
type Sending<P extends PathsWith<M>, M extends Changing> = UseMutationResult<DataOf<P, M>, ApiError, BodyOf<P, M>>;

/**
 * Sends a change. The idempotency key is kept as long as the outcome is unknown (no answer, 5xx), so pressing the
 * button again repeats the same request and never makes a second one; a definite answer ends the key. Afterwards
 * everything shown is refetched: the server decides the effect of the change.
 */
const changing =
  <M extends Changing>(method: M) =>
  <P extends PathsWith<M>>(path: P, ...[options]: SendArguments<P, M>): Sending<P, M> => {
    const client = useQueryClient();
    const show = useToast();
    const closeDialog = useContext(CloseContext);
    const intent = useRef<{ key: string; body: string } | null>(null);
    return useMutation<DataOf<P, M>, ApiError, BodyOf<P, M>>({
      mutationFn: async (body) => {
        const asText = JSON.stringify(body ?? {});
        if (intent.current?.body !== asText) intent.current = { key: newIdempotencyKey(), body: asText };
        const init: CallInit = {
          path: options?.path as CallInit['path'],
          ...(method === 'delete' ? {} : { body: body ?? {} }),
          idempotencyKey: intent.current.key,
        };
        const verb = method.toUpperCase() as Uppercase<M>;
        const first = (): Promise<DataOf<P, M>> => call<DataOf<P, M>>(verb, path, init);
        try {
          const data = await (options?.send ? options.send(body, first) : first());
          intent.current = null;
          return data;
        } catch (error) {
          if (error instanceof ApiError && !error.isUnknownOutcome) intent.current = null;
          throw error;
        }
      },
      onSuccess: (data) => {
        const toast = options?.toast;
        if (toast) show(typeof toast === 'function' ? toast(data) : toast);
        closeDialog();
        options?.onDone?.(data);
        return client.invalidateQueries();
      },
    });
  };

/** By POST. */
export const useSend = changing('post');
/** By PATCH: some fields of the resource of the path. */
export const useUpdate = changing('patch');
/** By PUT: the resource of the path gets the body's values. */
export const usePut = changing('put');
/** By DELETE: ends the resource of the path. */
export const useRemove = changing('delete');
