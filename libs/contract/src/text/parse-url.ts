/**
 * The URL, or null. `URL.canParse` of Node 20 says no to every text with a letter such as ü once it has been called so
 * often that it is optimised.
 */
export function parseUrl(text: string, base?: string): URL | null {
  try {
    return new URL(text, base);
  } catch {
    return null;
  }
}
