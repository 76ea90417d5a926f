import { MAX_PATH_LENGTH, parseUrl } from '@portal/contract';

/**
 * The URL of `path` on `origin`. Undefined when the path would leave the origin or would not be sent exactly as it is
 * signed (dot segments, fragments, characters that a URL parser rewrites).
 */
export function driveUrl(origin: string, path: string): string | undefined {
  if (!path.startsWith('/') || path.startsWith('//') || path.includes('\\') || path.length > MAX_PATH_LENGTH)
    return undefined;
  const base = parseUrl(origin);
  if (!base) return undefined;
  const text = `${base.origin}${path}`;
  const url = parseUrl(text);
  return url?.origin === base.origin && `${url.pathname}${url.search}` === path && url.hash === '' ? text : undefined;
}
