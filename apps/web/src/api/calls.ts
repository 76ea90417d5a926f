import { call } from './client.js';
import type { BodyOf, DataOf, ParamsOf, PathsWith } from './types.js';

const calling =
  <M extends 'post' | 'patch'>(method: M) =>
  <P extends PathsWith<M>>(path: P, params: ParamsOf<P, M>, body?: BodyOf<P, M>): Promise<DataOf<P, M>> =>
    call(method.toUpperCase() as Uppercase<M>, path, { ...params, body: body ?? {} });

/** One call outside a page's own change, for changes of more than one step. */
export const post = calling('post');
export const patch = calling('patch');

/** Sends one file as the body. */
export function upload<P extends PathsWith<'post'>>(
  path: P,
  params: ParamsOf<P, 'post'>,
  file: File,
): Promise<DataOf<P, 'post'>> {
  return call('POST', path, { ...params, file });
}
