import { macFromSecret, wrongRecipes, type WrongRecipe } from '@portal/conformance';
import { DEFAULT_ENDPOINTS, MAX_SKEW_MS, prepareKey, type SignatureReason } from '@portal/contract';

/** A request whose signature did not verify, and what more is known of it. */
interface RefusedSignature {
  readonly reason: SignatureReason;
  readonly timestamp: string;
  readonly signature: string;
  /** Path and query as they went over the wire. */
  readonly path: string;
  readonly secret: string;
  /** Unix milliseconds. */
  readonly nowMs: number;
  /** Body as sent; unknown when absent. */
  readonly body?: string;
  /** Origin that was called, such as `https://drive.example.com`; unknown when absent. */
  readonly origin?: string;
}

/** What is probably wrong, told as cause and fix. `recipes` are names of wrong recipes that make exactly this signature. */
export interface SignatureDiagnosis {
  readonly recipes: readonly string[];
  readonly cause: string;
  readonly fix: string;
}

const METHODS = ['GET', 'POST', 'DELETE'] as const;
const HEX_LENGTH = 64;

/** Finds why a signature does not verify; undefined when nothing that is known explains it. */
export function diagnoseSignature(refused: RefusedSignature): SignatureDiagnosis | undefined {
  const { reason, timestamp, signature } = refused;
  if (reason === 'missing_signature_headers')
    return say(timestamp === '' ? 'The timestamp is empty.' : 'The signature is empty.', 'Send both headers.');
  return (
    (reason === 'stale_timestamp' ? timestampProblem(refused) : undefined) ??
    recipeOf(refused) ??
    emptySecret(refused) ??
    shapeProblem(signature)
  );
}

const say = (cause: string, fix: string): SignatureDiagnosis => ({ recipes: [], cause, fix });

function timestampProblem({ timestamp, nowMs }: RefusedSignature): SignatureDiagnosis {
  if (!/^\d+$/.test(timestamp))
    return say(
      Number.isNaN(Date.parse(timestamp)) ? 'The timestamp is not plain digits.' : 'The timestamp is a date in words.',
      'Send Unix time in milliseconds as a decimal number: String(Date.now()).',
    );
  const value = Number(timestamp);
  for (const [unit, factor] of [
    ['seconds', 1000],
    ['microseconds', 1 / 1000],
    ['nanoseconds', 1 / 1_000_000],
  ] as const) {
    if (Math.abs(value * factor - nowMs) <= 366 * 86_400_000)
      return {
        recipes: unit === 'seconds' ? ['timestamp_in_seconds'] : [],
        cause: `The timestamp is in ${unit}.`,
        fix: 'Send Unix time in milliseconds: in Node Date.now(), 13 digits today.',
      };
  }
  const offMs = nowMs - value;
  return say(
    `The timestamp is ${duration(Math.abs(offMs))} ${offMs > 0 ? 'old' : 'ahead'}; ${MAX_SKEW_MS / 60_000} minutes are allowed either way.`,
    offMs > 0
      ? 'Sign each request anew, and set both clocks by NTP. To judge a request of the past, pass --now.'
      : 'Set both clocks by NTP.',
  );
}

function duration(ms: number): string {
  for (const [unit, length] of [
    ['days', 86_400_000],
    ['hours', 3_600_000],
    ['minutes', 60_000],
    ['seconds', 1000],
  ] as const)
    if (ms >= 2 * length) return `${Math.floor(ms / length)} ${unit}`;
  return `${ms} ms`;
}

/** One wrong recipe, or an encoding or unit together with another, that makes exactly this signature. */
function recipeOf(refused: RefusedSignature): SignatureDiagnosis | undefined {
  for (const recipes of combinations())
    if (makes(refused, recipes))
      return {
        recipes: recipes.map(({ name }) => name),
        cause: `It is signed as by a program that ${recipes.map(({ does }) => does).join(' and ')}.`,
        fix: recipes.map(({ fix }) => fix).join(' '),
      };
  return undefined;
}

function* combinations(): Generator<readonly WrongRecipe[]> {
  for (const recipe of wrongRecipes) yield [recipe];
  for (const first of wrongRecipes.filter(({ axis }) => axis !== 'payload'))
    for (const second of wrongRecipes) if (second.axis !== first.axis) yield [first, second];
}

function makes(refused: RefusedSignature, recipes: readonly WrongRecipe[]): boolean {
  const mac = macFromSecret(refused.secret);
  const bodies = refused.body === undefined ? ['', '{}'] : [refused.body];
  for (const method of METHODS) {
    for (const body of bodies) {
      const target = {
        method,
        origin: refused.origin ?? 'http://localhost',
        path: refused.path,
        template: templateOf(refused.path),
        body,
      };
      const parts = recipes.map((recipe) => recipe.differs(target));
      if (parts.includes(null)) continue;
      const { payload, reading, encoding, prefix, unit } = Object.assign({}, ...parts) as NonNullable<
        (typeof parts)[number]
      >;
      const stamp = unit === 's' ? inSeconds(refused.timestamp) : refused.timestamp;
      const text = (payload ?? [null, ':', refused.path]).map((part) => part ?? stamp).join('');
      const digest = mac(text, reading);
      if (digest && `${prefix ?? ''}${encoded(digest, encoding)}` === refused.signature) return true;
    }
  }
  return false;
}

const inSeconds = (timestamp: string): string => String(Math.floor(Number(timestamp) / 1000));

function encoded(digest: Uint8Array, encoding: 'hex' | 'upper_hex' | 'base64' | undefined): string {
  if (encoding === 'base64') return Buffer.from(digest).toString('base64');
  const hex = Buffer.from(digest).toString('hex');
  return encoding === 'upper_hex' ? hex.toUpperCase() : hex;
}

/** The default pattern of an uninstall path, else the path itself. */
function templateOf(path: string): string {
  const { uninstall } = DEFAULT_ENDPOINTS;
  const prefix = uninstall.replace(':id', '');
  return path.startsWith(prefix) ? uninstall : path;
}

function shapeProblem(signature: string): SignatureDiagnosis | undefined {
  if (/^[0-9a-f]{64}$/.test(signature)) return undefined;
  const wanted = 'Send the HMAC-SHA256 as 64 lower-case hex digits and nothing else.';
  if (signature.trim() !== signature) return say('There is white space around the signature.', wanted);
  if (/^sha256=/i.test(signature)) return say('The signature has the prefix "sha256=".', wanted);
  if (/^[0-9a-f]+$/i.test(signature))
    return say(
      signature.length === HEX_LENGTH
        ? 'The signature is in upper-case hex.'
        : `The signature has ${signature.length} hex digits: ${signature.length < HEX_LENGTH ? 'it is cut off, or' : 'it is'} not SHA-256.`,
      wanted,
    );
  return say('The signature is not hex.', wanted);
}

/** The secret was not set where this was made. */
function emptySecret({ timestamp, path, signature }: RefusedSignature): SignatureDiagnosis | undefined {
  // HMAC pads a key with zeros, so one zero byte signs like the empty key, which the library refuses to prepare.
  if (prepareKey(new Uint8Array(1)).hmacHex(`${timestamp}:${path}`) !== signature) return undefined;
  return say('It is signed with an empty secret.', 'Set PLATFORM_AGENT_SECRET where it is signed.');
}
