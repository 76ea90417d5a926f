import { call } from './client.js';
import type { BodyOf, DataOf, ParamsOf, PathsWith } from './types.js';

/** One call outside a page's own change, for changes of more than one step. */
export function post<P extends PathsWith<'post'>>(
  path: P,
  params: ParamsOf<P, 'post'>,
  body?: BodyOf<P, 'post'>,
): Promise<DataOf<P, 'post'>> {
  return call('POST', path, { ...params, body: body ?? {} });
}

export function patch<P extends PathsWith<'patch'>>(
  path: P,
  params: ParamsOf<P, 'patch'>,
  body: BodyOf<P, 'patch'>,
): Promise<DataOf<P, 'patch'>> {
  return call('PATCH', path, { ...params, body: body ?? {} });
}

/** Sends one file as the body. */
export function upload<P extends PathsWith<'post'>>(
  path: P,
  params: ParamsOf<P, 'post'>,
  file: File,
): Promise<DataOf<P, 'post'>> {
  return call('POST', path, { ...params, file });
}
