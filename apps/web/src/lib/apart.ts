const NAMES = ['127.0.0.1', 'localhost', '[::1]'];

/**
 * An address of another program on this machine, under another name of it than the portal is visited by: browsers send
 * the portal's cookies to every port of the name that they belong to.
 */
export function apart(address: string, portal = location.hostname): string {
  const url = new URL(address);
  if (url.hostname === portal && NAMES.includes(portal)) url.hostname = NAMES.find((name) => name !== portal)!;
  return url.href;
}
