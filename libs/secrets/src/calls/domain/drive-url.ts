import { MAX_PATH_LENGTH } from '@portal/contract';

/**
 * The address to dial for `path` on `origin`, or undefined when the path would leave the origin or would not go over
 * the wire exactly as it is signed (dot segments, fragments, characters that a URL parser rewrites).
 */
export function driveUrl(origin: string, path: string): string | undefined {
  if (!path.startsWith('/') || path.startsWith('//') || path.includes('\\') || path.length > MAX_PATH_LENGTH)
    return undefined;
  if (!URL.canParse(origin)) return undefined;
  const base = new URL(origin);
  const text = `${base.origin}${path}`;
  if (!URL.canParse(text)) return undefined;
  const url = new URL(text);
  return url.origin === base.origin && `${url.pathname}${url.search}` === path && url.hash === '' ? text : undefined;
}
