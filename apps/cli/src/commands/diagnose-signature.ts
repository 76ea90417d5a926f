import { macFromSecret, wrongRecipes, type WrongRecipe } from '@portal/conformance';
import { DEFAULT_ENDPOINTS, MAX_SKEW_MS, prepareKey, type SignatureReason } from '@portal/contract';

/** A request whose signature did not verify. */
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

/** The likely cause and its fix. `recipes` names the wrong recipes that produce exactly this signature. */
export interface SignatureDiagnosis {
  readonly recipes: readonly string[];
  readonly cause: string;
  readonly fix: string;
}

const METHODS = ['GET', 'POST', 'DELETE'] as const;
const HEX_LENGTH = 64;

/** Finds why a signature does not verify; undefined when no known mistake explains it. */
export function diagnoseSignature(refused: RefusedSignature): SignatureDiagnosis | undefined {
  const { reason, timestamp, signature } = refused;
  if (reason === 'missing_signature_headers')
    return because(timestamp === '' ? 'The timestamp is empty.' : 'The signature is empty.', 'Send both headers.');
  return (
    (reason === 'stale_timestamp' ? timestampProblem(refused) : undefined) ??
    recipeOf(refused) ??
    emptySecret(refused) ??
    shapeProblem(signature)
  );
}

const because = (cause: string, fix: string): SignatureDiagnosis => ({ recipes: [], cause, fix });

function timestampProblem({ timestamp, nowMs }: RefusedSignature): SignatureDiagnosis {
  if (!/^\d+$/.test(timestamp))
    return because(
      Number.isNaN(Date.parse(timestamp)) ? 'The timestamp is not a number.' : 'The timestamp is a formatted date.',
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
        fix: 'Send Unix time in milliseconds (13 digits), for example Date.now() in Node.',
      };
  }
  const offMs = nowMs - value;
  return because(
    `The timestamp is ${duration(Math.abs(offMs))} ${offMs > 0 ? 'old' : 'in the future'}. At most ${MAX_SKEW_MS / 60_000} minutes of difference are allowed.`,
    offMs > 0
      ? 'Sign every request again before you send it, and synchronise both clocks with NTP. To verify an old request, pass --now.'
      : 'Synchronise both clocks with NTP.',
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

/** One wrong recipe, or an encoding or unit combined with another, that produces exactly this signature. */
function recipeOf(refused: RefusedSignature): SignatureDiagnosis | undefined {
  for (const recipes of combinations())
    if (makes(refused, recipes))
      return {
        recipes: recipes.map(({ name }) => name),
        cause: `The signature matches a program that ${recipes.map(({ does }) => does).join(' and ')}.`,
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
  const wanted = 'Send only the HMAC-SHA256, as 64 lower-case hex digits.';
  if (signature.trim() !== signature) return because('There is whitespace around the signature.', wanted);
  if (/^sha256=/i.test(signature)) return because('The signature has the prefix "sha256=".', wanted);
  if (/^[0-9a-f]+$/i.test(signature))
    return because(
      signature.length === HEX_LENGTH
        ? 'The signature is in upper-case hex.'
        : `The signature has ${signature.length} hex digits: ${signature.length < HEX_LENGTH ? 'it is cut off or' : 'it is'} not SHA-256.`,
      wanted,
    );
  return because('The signature is not hexadecimal.', wanted);
}

/** The signing side had no secret set. */
function emptySecret({ timestamp, path, signature }: RefusedSignature): SignatureDiagnosis | undefined {
  // HMAC pads a key with zeros, so one zero byte signs like the empty key, which the library refuses to prepare.
  if (prepareKey(new Uint8Array(1)).hmacHex(`${timestamp}:${path}`) !== signature) return undefined;
  return because('It was signed with an empty secret.', 'Set PLATFORM_AGENT_SECRET where requests are signed.');
}
