const LOOPBACK_NAMES = ['127.0.0.1', 'localhost', '[::1]'];

/**
 * Origins whose pages may call the API: that of PUBLIC_URL, whatever Host header a proxy sends. A portal on loopback
 * can be reached by each name of loopback.
 */
export function ownOrigins(publicUrl: string): ReadonlySet<string> {
  const url = new URL(publicUrl);
  if (!LOOPBACK_NAMES.includes(url.hostname)) return new Set([url.origin]);
  return new Set(LOOPBACK_NAMES.map((name) => new URL(`${url.protocol}//${name}:${url.port}`).origin));
}
