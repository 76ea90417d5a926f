import {
  canonicalKind,
  eventTime,
  isEventKind,
  isObject,
  parseEventRow,
  parseStrictJson,
  type EventRow,
  type Issue,
  type JsonObject,
  type StrictJsonResult,
} from '@portal/contract';

/** Why a row of an events answer does not count and is quarantined. */
export const REJECTIONS = [
  'unreadable',
  'malformed',
  'too_large',
  'other_tenant',
  'unattributed',
  'time_unit',
  'in_future',
  'before_install',
  'unread',
] as const;
export type Rejection = (typeof REJECTIONS)[number];

/** The owner that a row names: the install, another one, or none. */
type Attribution = 'own' | 'other' | 'nobody';

/** Ids by which a Drive may name an install, from the install request and its answer. */
export interface RowOwner {
  /** Ours and all that the Drive gave. */
  readonly installIds: ReadonlySet<string>;
  readonly tenantId: string;
  readonly ventureId: string;
}

/** Times that an event of an install may have, Unix ms of the database's clock, both inclusive. */
export interface TimeWindow {
  readonly earliestMs: number;
  readonly latestMs: number;
}

/** An event may be ahead of the database's clock by this much (decision 14). */
export const AHEAD_MS = 5 * 60_000;
/** An event may be older than its install by this much. */
export const BEFORE_MS = 24 * 3_600_000;

const INSTALL_KEYS = ['install_id', 'drive_workspace_id'] as const;
const TENANT_KEYS = ['tenant_id', 'merkava_tenant_id'] as const;
const VENTURE_KEYS = ['venture_id', 'merkava_venture_id'] as const;

const named = (from: JsonObject, keys: readonly string[]): string[] =>
  keys.flatMap((key) => {
    const value = from[key];
    if (value === undefined || value === null || value === '') return [];
    return [typeof value === 'string' ? value : JSON.stringify(value)];
  });

/**
 * Whose event a row is, by what it names itself or in its payload: the install, else tenant and venture. An install in a
 * payload that is unknown to us may be something else of the Drive's; `foreignIds` says which are other installs.
 */
export function attributionOf(
  row: JsonObject,
  owner: RowOwner,
  foreignIds: ReadonlySet<string> = new Set(),
): Attribution {
  const payload = isObject(row.payload) ? row.payload : {};
  const both = (keys: readonly string[]): string[] => [...named(row, keys), ...named(payload, keys)];
  const tenants = both(TENANT_KEYS);
  const ventures = both(VENTURE_KEYS);
  if (tenants.some((id) => id !== owner.tenantId) || ventures.some((id) => id !== owner.ventureId)) return 'other';
  const installs = both(INSTALL_KEYS);
  if (named(row, INSTALL_KEYS).some((id) => !owner.installIds.has(id))) return 'other';
  if (installs.some((id) => foreignIds.has(id))) return 'other';
  if (installs.some((id) => owner.installIds.has(id))) return 'own';
  return tenants.length > 0 || ventures.length > 0 ? 'own' : 'nobody';
}

/** Ids that a row names, itself or in its payload: installs, tenants and ventures. Sorted, each once. */
export function namesIn(row: JsonObject): string[] {
  const payload = isObject(row.payload) ? row.payload : {};
  const keys = [...INSTALL_KEYS, ...TENANT_KEYS, ...VENTURE_KEYS];
  return [...new Set([...named(row, keys), ...named(payload, keys)])].filter(({ length }) => length <= 200).sort();
}

/** Ids in the payload of a row that may be those of other installs. */
export function unknownInstallIds(row: JsonObject, owner: RowOwner): string[] {
  const payload = isObject(row.payload) ? row.payload : {};
  return named(payload, INSTALL_KEYS).filter((id) => id.length <= 200 && !owner.installIds.has(id));
}

/** A row that can be an event of the install, or why it cannot be. */
export type Judged =
  | { readonly row: EventRow; readonly rejection: null; readonly detail: null }
  | { readonly row: EventRow | null; readonly rejection: Rejection; readonly detail: string };

/** A row as its Drive wrote it: a number that would lose digits is kept as its text. */
export const readRow = (bytes: Uint8Array): StrictJsonResult => parseStrictJson(bytes, { inexactNumbers: 'text' });

/** What is known of a row that cannot be kept: the parser's reason with its place, and id and kind where they can be read. */
export function unreadableRow(
  bytes: Uint8Array,
  { issue, begun }: Extract<StrictJsonResult, { ok: false }>,
): { detail: string; eventId: string | null; kind: string | null } {
  let loose: unknown;
  try {
    loose = JSON.parse(Buffer.from(bytes).toString());
  } catch {
    loose = begun;
  }
  const place = issue.line === undefined ? '' : ` (line ${issue.line}, column ${issue.column} of the row)`;
  return { detail: `${issue.message}${place}`, ...labelsOf(loose) };
}

/** Id and kind of a row, where they have the form of such. */
export function labelsOf(row: unknown): { eventId: string | null; kind: string | null } {
  const { id, type } = isObject(row) ? row : {};
  const eventId = typeof id === 'string' && /^[^\0\p{Surrogate}]{1,256}$/u.test(id) ? id : null;
  return { eventId, kind: isEventKind(type) ? canonicalKind(type) : null };
}

const SECONDS = new Set(['event_ts_seconds']);
/** Microseconds and nanoseconds of a time in the window. */
const FINER = [1_000, 1_000_000];

/**
 * Shape and time of a row, regardless of whose it is.
 * @param contract major number of the contract version that the install's manifest declares
 */
export function judgeRow(value: unknown, { earliestMs, latestMs }: TimeWindow, contract = 1): Judged {
  const parsed = parseEventRow(value, '', contract);
  const ts = isObject(value) ? eventTime(value, contract) : undefined;
  // A number of many digits is kept as its text.
  const isTime = typeof ts === 'number' || (typeof ts === 'string' && /^\d{16,}$/.test(ts));
  const finer = isTime && FINER.some((unit) => Number(ts) / unit >= earliestMs && Number(ts) / unit <= latestMs);
  if (finer) return rejected('time_unit', `"ts" is finer than milliseconds: ${ts}.`, parsed.ok ? parsed.row : null);
  if (!parsed.ok) {
    const wrong = parsed.issues.filter(({ level }) => level === 'error');
    return rejected(wrong.every(({ code }) => SECONDS.has(code)) ? 'time_unit' : 'malformed', sentence(wrong), null);
  }
  const { row } = parsed;
  if (row.ts > latestMs)
    return rejected('in_future', `"ts" is later than the time at which it was read: ${instant(row.ts)}.`, row);
  if (row.ts < earliestMs)
    return rejected('before_install', `"ts" is more than 24 hours before the install: ${instant(row.ts)}.`, row);
  return { row, rejection: null, detail: null };
}

const rejected = (rejection: Rejection, detail: string, row: EventRow | null): Judged => ({ row, rejection, detail });
const sentence = (issues: readonly Issue[]): string => issues.map(({ message }) => message).join(' ');

function instant(ms: number): string {
  const at = new Date(ms);
  return Number.isNaN(at.getTime()) ? String(ms) : at.toISOString();
}
