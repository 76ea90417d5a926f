import { SIGNATURE_HEADER, TIMESTAMP_HEADER } from '@portal/contract';
import type { KeyReading } from '../probe/transport.js';

/**
 * Description of a signed call from which both this engine and a shell can create it. Absent parts are as in the
 * contract.
 */
export interface SignedRecipe {
  readonly kind: 'signed';
  /** A made-up key, or null for the real one in the environment. */
  readonly key: string | null;
  /** A misreading of the real key. */
  readonly reading?: KeyReading;
  /** Seconds added to the clock. */
  readonly offsetSeconds: number;
  /** Text of the timestamp header instead of a time. */
  readonly timestamp?: string;
  readonly unit?: 'ms' | 's';
  /** The signed text: `null` is replaced by the timestamp. Default `[null, ':', path]`. */
  readonly payload?: readonly (string | null)[];
  readonly encoding?: 'hex' | 'upper_hex' | 'base64';
  readonly prefix?: string;
  readonly suffix?: string;
  /** Number of signature characters to keep; default all. */
  readonly keep?: number;
  /** Header names in upper case. */
  readonly upperCaseNames?: boolean;
  /** Uses the previous key instead of the current one, with `key` null. */
  readonly previous?: boolean;
  /** The same two headers were sent with GET before. */
  readonly replayed?: boolean;
}

/** How the headers of a probe were created, so that a shell can repeat it. */
export type Recipe =
  | { readonly kind: 'none' }
  | { readonly kind: 'literal'; readonly headers: Readonly<Record<string, string>> }
  | SignedRecipe;

/** Quotes a word for a POSIX shell. */
function shellQuote(text: string): string {
  return `'${text.replaceAll("'", `'\\''`)}'`;
}

const READ_KEY: Readonly<Record<KeyReading, string>> = {
  newline: `-macopt hexkey:$(printf '%s\\n' "$PLATFORM_AGENT_SECRET" | od -An -tx1 | tr -d ' \\n')`,
  trimmed: `-macopt hexkey:$(printf '%s' "$PLATFORM_AGENT_SECRET" | sed 's/^[[:space:]]*//; s/[[:space:]]*$//' | od -An -tx1 | tr -d ' \\n')`,
  quoted: `-macopt hexkey:$(printf '"%s"' "$PLATFORM_AGENT_SECRET" | od -An -tx1 | tr -d ' \\n')`,
  hex_decoded: `-macopt hexkey:"$PLATFORM_AGENT_SECRET"`,
  base64_decoded: `-macopt hexkey:$(printf '%s' "$PLATFORM_AGENT_SECRET" | openssl base64 -d -A | od -An -tx1 | tr -d ' \\n')`,
};

function keyOption(recipe: SignedRecipe): string {
  if (recipe.key !== null) return `-hmac ${shellQuote(recipe.key)}`;
  if (recipe.previous) return '-hmac "$PLATFORM_AGENT_SECRET_PREVIOUS"';
  return recipe.reading === undefined ? '-hmac "$PLATFORM_AGENT_SECRET"' : `-mac HMAC ${READ_KEY[recipe.reading]}`;
}

function timestampLine({ offsetSeconds, unit, timestamp }: SignedRecipe): string {
  if (timestamp !== undefined) return `T=${shellQuote(timestamp)}`;
  const offset = offsetSeconds === 0 ? '' : offsetSeconds > 0 ? `+${offsetSeconds}` : String(offsetSeconds);
  const seconds = `$(date +%s)${offset}`;
  return unit === 's' ? `T=$(( ${seconds} ))` : `T=$(( (${seconds}) * 1000 ))`;
}

function signatureLine(recipe: SignedRecipe, path: string): string {
  const parts = recipe.payload ?? [null, ':', path];
  const words = parts.map((part) => (part === null ? '"$T"' : shellQuote(part))).join('');
  const digest = `openssl dgst -sha256 ${keyOption(recipe)}`;
  const encoded =
    recipe.encoding === 'base64'
      ? `${digest} -binary | openssl base64 -A`
      : `${digest} | sed 's/^.* //'${recipe.encoding === 'upper_hex' ? ' | tr a-f A-F' : ''}`;
  const cut = recipe.keep === undefined ? '' : ` | cut -c1-${recipe.keep}`;
  return `S=$(printf '%s' ${words} | ${encoded}${cut})`;
}

/**
 * A line of curl (and openssl) that sends the same probe. The real secret comes from `PLATFORM_AGENT_SECRET`, the
 * previous one from `PLATFORM_AGENT_SECRET_PREVIOUS`; neither is ever part of the line.
 * @param extra further headers and the body, as sent
 */
export function reproduceLine(
  method: string,
  url: string,
  recipe: Recipe,
  extra: { headers?: Readonly<Record<string, string>>; body?: string } = {},
): string {
  const { href, pathname, search } = new URL(url);
  const added = Object.entries(extra.headers ?? {}).map(([name, value]) => `-H ${shellQuote(`${name}: ${value}`)}`);
  const body = extra.body === undefined ? [] : [`--data-binary ${shellQuote(extra.body)}`];
  // With -X HEAD curl would wait for a body.
  const verb = (name: string): string => (name === 'HEAD' ? '--head' : `-X ${name}`);
  const target = [...added, ...body, `${verb(method)} ${shellQuote(href)}`].join(' ');
  if (recipe.kind === 'none') return `curl -gsS -i ${target}`;
  if (recipe.kind === 'literal') {
    const headers = Object.entries(recipe.headers).map(([name, value]) => `-H ${shellQuote(`${name}: ${value}`)}`);
    return `curl -gsS -i ${[...headers, target].join(' ')}`;
  }
  const name = (header: string): string => (recipe.upperCaseNames ? header.toUpperCase() : header);
  // In braces, because letters may follow.
  const signature = `${recipe.prefix ?? ''}\${S}${recipe.suffix ?? ''}`;
  const headers = `-H "${name(TIMESTAMP_HEADER)}: $T" -H "${name(SIGNATURE_HEADER)}: ${signature}"`;
  return [
    timestampLine(recipe),
    signatureLine(recipe, pathname + search),
    ...(recipe.replayed ? [`curl -gsS -i ${headers} ${verb('GET')} ${shellQuote(href)}`] : []),
    `curl -gsS -i ${headers} ${target}`,
  ].join('; ');
}
