import type { EndpointName } from '@portal/contract';
import { isRefused } from '../probe/answer.js';
import { METHODS, type Call, type ProbeResult } from '../probe/probe.js';
import type { SignedRecipe } from './reproduce.js';
import type { CheckContext } from '../probe/context.js';

/** A wrong way to verify signatures that authors really implement. */
export interface WrongRecipe {
  /** Stable snake_case name. */
  readonly name: string;
  /** Recipes of the same axis exclude each other; those of different axes may be combined. */
  readonly axis: 'time' | 'encoding' | 'payload' | 'key';
  /** What the Drive does, completing "Your Drive ...". */
  readonly does: string;
  readonly fix: string;
  /** The difference from the correct recipe; null when it makes no difference for this call. */
  readonly differs: (target: Target) => Partial<SignedRecipe> | null;
}

interface Target {
  readonly method: string;
  readonly origin: string;
  /** Path and query as sent. */
  readonly path: string;
  /** Path as the manifest writes it. */
  readonly template: string;
  /** Body as sent; empty without one. */
  readonly body: string;
}

type Payload = (target: Target) => (string | null)[] | null;

/** Placeholder for the timestamp in the signed text. */
const T = null;
const pathname = (path: string): string => path.split('?')[0]!;
const query = (path: string): string => path.slice(pathname(path).length);

function payload(name: string, does: string, fix: string, parts: Payload): WrongRecipe {
  return {
    name,
    axis: 'payload',
    does,
    fix,
    differs(target) {
      const made = parts(target);
      if (!made) return null;
      const same = made.map((part) => part ?? '{t}').join('') === `{t}:${target.path}`;
      return same ? null : { payload: made };
    },
  };
}

/** Signs another text after timestamp and colon; null when there is none. */
const signs = (name: string, does: string, fix: string, textOf: (target: Target) => string | null): WrongRecipe =>
  payload(name, does, fix, (target) => {
    const text = textOf(target);
    return text === null ? null : [T, ':', text];
  });

const RAW =
  'Sign the request target as it came: in Node req.url (before any router changes it), path and query unchanged.';

/** What several recipes do, and its fix. */
const METHOD = ['signs the method too', 'Sign "<timestamp>:<path>" only.'] as const;
const BODY_FIX = 'Sign "<timestamp>:<path>" only; the body is not signed.';

/** Puts something else than a colon between timestamp and path. */
const separates = (name: string, does: string, sign: string): WrongRecipe =>
  payload(name, `puts ${does} between timestamp and path`, 'Put a colon between timestamp and path.', ({ path }) => [
    T,
    sign + path,
  ]);

function decoded(path: string): string | null {
  try {
    return decodeURIComponent(path);
  } catch {
    return null;
  }
}

function sortedQuery(path: string): string {
  const pairs = query(path).slice(1).split('&');
  return pairs.length < 2 ? path : `${pathname(path)}?${[...pairs].sort().join('&')}`;
}

/** The path behind a mount point: framework routers remove the part they matched. */
const mounted = (name: string, segments: number): WrongRecipe =>
  signs(
    name,
    'signs the path that is left after a router was mounted, not the whole one',
    'Sign the whole path: in Express req.originalUrl, not req.url or req.path inside a router.',
    ({ path }) => {
      const parts = pathname(path).split('/').slice(1);
      return parts.length <= segments ? null : `/${parts.slice(segments).join('/')}${query(path)}`;
    },
  );

/** Every recipe that is tried, most frequent first. */
export const wrongRecipes: readonly WrongRecipe[] = [
  {
    name: 'timestamp_in_seconds',
    axis: 'time',
    does: 'reads the timestamp as seconds',
    fix: 'X-Platform-Timestamp is Unix time in milliseconds. Compare it with Date.now(), not with seconds.',
    differs: () => ({ unit: 's' }),
  },
  {
    name: 'sha256_prefix',
    axis: 'encoding',
    does: 'expects the signature to begin with "sha256="',
    fix: 'Compare with the bare 64 hex digits; there is no prefix.',
    differs: () => ({ prefix: 'sha256=' }),
  },
  signs('query_stripped', 'leaves the query out when it signs', `Include the query string. ${RAW}`, ({ path }) =>
    pathname(path),
  ),
  {
    name: 'base64',
    axis: 'encoding',
    does: 'expects the signature in base64',
    fix: 'Encode the digest as lower-case hex: digest("hex").',
    differs: () => ({ encoding: 'base64' }),
  },
  {
    name: 'upper_case_hex',
    axis: 'encoding',
    does: 'expects the signature in upper-case hex',
    fix: 'Compare with lower-case hex digits.',
    differs: () => ({ encoding: 'upper_hex' }),
  },
  signs(
    'full_url',
    'signs the full URL with scheme and host',
    `Sign the path only. ${RAW}`,
    ({ origin, path }) => origin + path,
  ),
  signs(
    'host_included',
    'signs the host name with the path',
    `Sign the path only. ${RAW}`,
    ({ origin, path }) => new URL(origin).host + path,
  ),
  signs('method_included', ...METHOD, ({ method, path }) => `${method}:${path}`),
  payload('method_first', ...METHOD, ({ method, path }) => [`${method}:`, T, ':', path]),
  signs('method_with_path', ...METHOD, ({ method, path }) => `${method} ${path}`),
  payload('body_included', 'signs the body too', BODY_FIX, ({ path, body }) => [T, `:${path}:${body}`]),
  payload('body_appended', 'signs the body too', BODY_FIX, ({ path, body }) => [T, `:${path}${body}`]),
  payload('body_instead_of_path', 'signs the body instead of the path', BODY_FIX, ({ body }) => [T, `:${body}`]),
  separates('dot_separator', 'a dot', '.'),
  separates('no_separator', 'nothing', ''),
  separates('newline_separator', 'a line break', '\n'),
  payload(
    'path_first',
    'signs the path before the timestamp',
    'Sign "<timestamp>:<path>", in that order.',
    ({ path }) => [`${path}:`, T],
  ),
  payload('path_only', 'leaves the timestamp out when it signs', 'Sign "<timestamp>:<path>".', ({ path }) => [path]),
  payload('timestamp_only', 'signs the timestamp alone', 'Sign "<timestamp>:<path>".', () => [T]),
  signs('query_sorted', 'sorts the query before it signs', `Do not re-order anything. ${RAW}`, ({ path }) =>
    sortedQuery(path),
  ),
  signs('path_decoded', 'decodes the path or query before it signs', `Do not decode anything. ${RAW}`, ({ path }) =>
    decoded(path),
  ),
  signs(
    'query_reencoded',
    'parses the query and re-encodes it before it signs',
    `Do not re-encode anything. ${RAW}`,
    ({ path }) =>
      query(path) === '' ? path : `${pathname(path)}?${new URLSearchParams(query(path).slice(1)).toString()}`,
  ),
  signs(
    'route_template',
    'signs the route’s pattern, such as ":id", instead of the path that was called',
    `Sign the concrete path. ${RAW}`,
    ({ path, template }) => template + query(path),
  ),
  signs('leading_slash_stripped', 'drops the slash at the start of the path', RAW, ({ path }) => path.slice(1)),
  signs(
    'trailing_slash_added',
    'adds a slash at the end of the path',
    RAW,
    ({ path }) => `${pathname(path)}/${query(path)}`,
  ),
  mounted('mounted_path', 1),
  mounted('mounted_path_2', 2),
  mounted('mounted_path_3', 3),
  signs('query_instead_of_path', 'signs the query alone', RAW, ({ path }) => query(path).slice(1)),
  {
    name: 'secret_with_newline',
    axis: 'key',
    does: 'has a line break at the end of its secret',
    fix: 'Trim the secret where you read it: a file or "echo" added a line break. printf %s adds none.',
    differs: () => ({ reading: 'newline' }),
  },
  {
    name: 'secret_trimmed',
    axis: 'key',
    does: 'cuts white space off its secret that belongs to it',
    fix: 'Use the secret exactly as it was shown.',
    differs: () => ({ reading: 'trimmed' }),
  },
  {
    name: 'secret_quoted',
    axis: 'key',
    does: 'has quotation marks around its secret',
    fix: 'Remove the quotation marks: this .env reader keeps them.',
    differs: () => ({ reading: 'quoted' }),
  },
  {
    name: 'secret_hex_decoded',
    axis: 'key',
    does: 'decodes its secret from hex before it signs',
    fix: 'Use the secret’s characters as they are, as UTF-8 bytes; it is not hex.',
    differs: () => ({ reading: 'hex_decoded' }),
  },
  {
    name: 'secret_base64_decoded',
    axis: 'key',
    does: 'decodes its secret from base64 before it signs',
    fix: 'Use the secret’s characters as they are, as UTF-8 bytes; it is not base64.',
    differs: () => ({ reading: 'base64_decoded' }),
  },
];

/** Maximum number of calls per search, and of concurrent ones. */
const MAX_TRIES = 140;
const AT_ONCE = 6;

/** The recipe of a Drive, found by a call that it accepted. */
export interface DetectedRecipe {
  /** Names of the recipes that were accepted together: one, or two of different axes. */
  readonly names: readonly string[];
  readonly does: string;
  readonly fix: string;
  readonly probe: ProbeResult;
}

/**
 * Finds the wrong recipe of a Drive that refuses a correct signature of `path`, by trying common mistakes: one alone,
 * then two together. For diagnosis only: the Drive fails in any case.
 * @returns undefined when none is accepted, when this run has no key to try with, or when the endpoint accepts an
 *   unknown key
 */
export async function detectRecipe(
  context: CheckContext,
  endpoint: EndpointName,
  path: string,
  content: Pick<Call, 'body' | 'headers'> = {},
): Promise<DetectedRecipe | undefined> {
  if (!context.input.mac) return undefined;
  if (!isRefused(await context.probe(endpoint, 'stranger'))) return undefined;
  const attempts = attemptsOn(targetOf(context, endpoint, path, content.body)).slice(0, MAX_TRIES);
  for (let i = 0; i < attempts.length && context.affords(AT_ONCE); i += AT_ONCE) {
    const batch = attempts
      .slice(i, i + AT_ONCE)
      .map(async ({ recipes, differs }): Promise<DetectedRecipe | undefined> => {
        const does = recipes.map((recipe) => recipe.does).join(' and ');
        const probe = await context.send({
          endpoint,
          path,
          sent: `a fresh request signed as a Drive does that ${does}`,
          recipe: { kind: 'signed', key: null, offsetSeconds: 0, ...differs },
          ...content,
        });
        if ('failure' in probe.answer || !isAccepted(endpoint, probe.answer.status)) return undefined;
        return { names: recipes.map(({ name }) => name), does, fix: recipes.map(({ fix }) => fix).join(' '), probe };
      });
    const found = (await Promise.all(batch)).find((one) => one !== undefined);
    if (found) return found;
  }
  return undefined;
}

function targetOf(context: CheckContext, endpoint: EndpointName, path: string, body = ''): Target {
  return { method: METHODS[endpoint], origin: context.origin, path, template: context.endpoints()![endpoint], body };
}

/** How a Drive with these recipes expects another path to be signed. */
export function withRecipe(context: CheckContext, endpoint: EndpointName, path: string, names: readonly string[]) {
  const target = targetOf(context, endpoint, path);
  const parts = wrongRecipes.filter(({ name }) => names.includes(name)).map((recipe) => recipe.differs(target));
  return Object.assign({ kind: 'signed', key: null, offsetSeconds: 0 } as const, ...parts) as SignedRecipe;
}

interface Attempt {
  readonly recipes: readonly WrongRecipe[];
  readonly differs: Partial<SignedRecipe>;
}

/** The variants for this target, each different request once. */
function attemptsOn(target: Target): Attempt[] {
  const attempts = new Map<string, Attempt>();
  for (const recipes of candidates()) {
    const parts = recipes.map((recipe) => recipe.differs(target));
    if (parts.includes(null)) continue;
    const differs = Object.assign({}, ...parts) as Partial<SignedRecipe>;
    const key = JSON.stringify(differs);
    if (!attempts.has(key)) attempts.set(key, { recipes, differs });
  }
  return [...attempts.values()];
}

/**
 * Status that proves a valid signature: an install without a tenant gives 400, and the end of an unknown install 404.
 */
function isAccepted(endpoint: EndpointName, status: number): boolean {
  if (endpoint === 'install' && status === 400) return true;
  if (endpoint === 'uninstall' && status === 404) return true;
  return status >= 200 && status < 300;
}

/** One recipe alone, then the unit of time or the encoding together with another; likely ones first. */
function* candidates(): Generator<readonly WrongRecipe[]> {
  for (const recipe of wrongRecipes) yield [recipe];
  for (const first of wrongRecipes.filter(({ axis }) => axis === 'time' || axis === 'encoding')) {
    for (const second of wrongRecipes) {
      if (second.axis !== first.axis && second.axis !== 'time') yield [first, second];
    }
  }
}
