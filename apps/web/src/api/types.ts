// Types of each call, derived from the API's own description.
import type { paths } from './schema.js';

type Method = 'get' | 'post' | 'put' | 'patch' | 'delete';
type Json<R> = R extends { content: { 'application/json': infer B } } ? B : never;
type Success<Op> = Op extends { responses: infer R } ? Json<R[keyof R & (200 | 201 | 202)]> : never;
type Operation<P extends keyof paths, M extends Method> = paths[P][M];

/** The addresses that answer to a method. */
export type PathsWith<M extends Method> = {
  [P in keyof paths]: [paths[P][M]] extends [undefined] ? never : P;
}[keyof paths];

/** The `data` of a call's envelope. */
export type DataOf<P extends keyof paths, M extends Method> =
  Success<Operation<P, M>> extends { data: infer D } ? D : unknown;

/** One row of a list. */
export type ItemOf<P extends keyof paths> = DataOf<P, 'get'> extends { items: (infer T)[] } ? T : never;

type PathPart<Op> = Op extends { parameters: { path: infer X } }
  ? [X] extends [undefined]
    ? object
    : { path: X }
  : object;
type QueryPart<Op> = Op extends { parameters: { query?: infer X } }
  ? [X] extends [undefined]
    ? object
    : { query?: Partial<X> }
  : object;

/** Path and query parameters of a call. */
export type ParamsOf<P extends keyof paths, M extends Method> = PathPart<Operation<P, M>> & QueryPart<Operation<P, M>>;

/** The JSON body of a call, void when it takes none. */
export type BodyOf<P extends keyof paths, M extends Method> =
  Operation<P, M> extends { requestBody: { content: { 'application/json': infer B } } }
    ? B
    : Operation<P, M> extends { requestBody?: { content: { 'application/json': infer B } } }
      ? B | void
      : void;
