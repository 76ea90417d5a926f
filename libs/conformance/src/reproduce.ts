import { SIGNATURE_HEADER, TIMESTAMP_HEADER } from '@portal/contract';

/** How the headers of a probe were made, so that a shell can make them again. */
export type Recipe =
  | { readonly kind: 'none' }
  | { readonly kind: 'literal'; readonly headers: Readonly<Record<string, string>> }
  | {
      readonly kind: 'signed';
      /** A made-up key, or null for the real one in the environment. */
      readonly key: string | null;
      /** Seconds added to the clock. */
      readonly offsetSeconds: number;
      /** Characters kept of the signature; all when absent. */
      readonly keep?: number;
    };

/** Quotes a word for a POSIX shell. */
export function shellQuote(text: string): string {
  return `'${text.replaceAll("'", `'\\''`)}'`;
}

/** A line of curl (and openssl) that sends the same probe. The real secret comes from `PLATFORM_AGENT_SECRET`. */
export function reproduceLine(method: string, url: string, recipe: Recipe): string {
  const { href, pathname, search } = new URL(url);
  const target = `-X ${method} ${shellQuote(href)}`;
  if (recipe.kind === 'none') return `curl -gsS -i ${target}`;
  if (recipe.kind === 'literal') {
    const headers = Object.entries(recipe.headers).map(([name, value]) => `-H ${shellQuote(`${name}: ${value}`)}`);
    return `curl -gsS -i ${[...headers, target].join(' ')}`;
  }
  const offset =
    recipe.offsetSeconds === 0
      ? ''
      : recipe.offsetSeconds > 0
        ? `+${recipe.offsetSeconds}`
        : String(recipe.offsetSeconds);
  const key = recipe.key === null ? '"$PLATFORM_AGENT_SECRET"' : shellQuote(recipe.key);
  const cut = recipe.keep === undefined ? '' : ` | cut -c1-${recipe.keep}`;
  return [
    `T=$(( ($(date +%s)${offset}) * 1000 ))`,
    `S=$(printf '%s:%s' "$T" ${shellQuote(pathname + search)} | openssl dgst -sha256 -hmac ${key} | sed 's/^.* //'${cut})`,
    `curl -gsS -i -H "${TIMESTAMP_HEADER}: $T" -H "${SIGNATURE_HEADER}: $S" ${target}`,
  ].join('; ');
}
