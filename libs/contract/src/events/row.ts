import { isIsoTimestamp } from '../envelope/parse.js';
import type { Issue } from '../issue.js';
import { digestOf } from '../json/digest.js';
import { describe, typeName } from '../json/describe.js';
import { childPointer } from '../json/pointer.js';
import { isObject, type JsonObject } from '../json/types.js';
import { canonicalKind, isEventKind, listsKind } from './kinds.js';

/** One event row of the events endpoint (contract: Event row), plus an optional id. The same for every version. */
export interface EventRow {
  /** Kind as the Drive spelled it. */
  readonly type: string;
  /** Unix time in milliseconds. */
  readonly ts: number;
  readonly payload: JsonObject;
  /** The Drive's own identifier of the event, or null. */
  readonly id: string | null;
}

/** A row, or its errors. A valid row may have warnings. */
export type EventRowResult =
  | { readonly ok: true; readonly row: EventRow; readonly issues: readonly Issue[] }
  | { readonly ok: false; readonly issues: readonly Issue[] };

const CLAUSE = 'Event row';
/** Before this instant (September 2001) a number of milliseconds is far more likely a number of seconds. */
const SECONDS_BELOW = 1_000_000_000_000;

/**
 * The time of a row by the contract version of its Drive: `ts` unchanged, or Unix ms of `occurred_at` in the draft of
 * version 2; undefined when that is not an instant.
 * @param contract major number.
 */
export function eventTime(row: JsonObject, contract = 1): unknown {
  if (contract === 1) return row.ts;
  const { occurred_at: at } = row;
  if (typeof at !== 'string' || !isIsoTimestamp(at)) return undefined;
  return Math.floor(Date.parse(at.replace(',', '.').replace(/[+-]\d{2}$/, '$&:00')));
}

/**
 * The fields of an event row that contain its time, for a contract version.
 * @param contract major number.
 */
export function eventTimeMembers(ms: number, contract = 1): JsonObject {
  return contract === 1 ? { ts: ms } : { occurred_at: new Date(ms).toISOString() };
}

/**
 * Reads one event row.
 * @param value an element of the events list.
 * @param pointer its position in the response, for messages.
 * @param contract major number of the contract version that the Drive declares.
 */
export function parseEventRow(value: unknown, pointer = '', contract = 1): EventRowResult {
  const issues: Issue[] = [];
  const add = (level: Issue['level'], code: string, key: string, message: string, fix: string): void => {
    issues.push({
      code,
      level,
      pointer: key === '' ? pointer : childPointer(pointer, key),
      message,
      fix,
      clause: CLAUSE,
    });
  };
  if (!isObject(value)) {
    add(
      'error',
      'event_row',
      '',
      `An event row must be an object, but it is ${typeName(value)}.`,
      'Send { type, payload, ts }.',
    );
    return { ok: false, issues };
  }
  const { type, payload, id } = value;
  const ts = eventTime(value, contract);
  if (!isEventKind(type)) {
    add(
      'error',
      'event_type',
      'type',
      `"type" must be a kind such as install.created, but it is ${describe(type)}.`,
      'Name the kind in lower case, noun.verb.',
    );
  }
  if (contract > 1 && ts === undefined) {
    add(
      'error',
      'event_occurred_at',
      'occurred_at',
      `"occurred_at" must be an ISO 8601 timestamp with a time zone, but it is ${describe(value.occurred_at)}.`,
      'Send the moment it happened, such as new Date().toISOString().',
    );
  } else if (typeof ts !== 'number' || !Number.isSafeInteger(ts) || ts < 0) {
    add(
      'error',
      'event_ts',
      'ts',
      `"ts" must be Unix milliseconds as an integer, but it is ${describe(ts)}.`,
      'Send Date.now() of the moment it happened.',
    );
  } else if (ts > 0 && ts < SECONDS_BELOW) {
    add('error', 'event_ts_seconds', 'ts', `"ts" looks like seconds, not milliseconds: ${ts}.`, 'Multiply by 1000.');
  }
  if (!isObject(payload)) {
    add(
      'error',
      'event_payload',
      'payload',
      `"payload" must be an object, but it is ${typeName(payload)}.`,
      'Send an object, {} if there is nothing to say.',
    );
  }
  const ownId = typeof id === 'string' && id !== '' && id.length <= 256 ? id : null;
  if (id !== undefined && id !== null && ownId === null) {
    add(
      'warning',
      'event_id',
      'id',
      `"id" must be a string of 1 to 256 characters; ${describe(id)} is ignored.`,
      'Send a stable string id or none.',
    );
  }
  if (issues.some((issue) => issue.level === 'error')) return { ok: false, issues };
  return {
    ok: true,
    row: { type: type as string, ts: ts as number, payload: payload as JsonObject, id: ownId },
    issues,
  };
}

/** Rows of an events response: `data.events`, or null when `data` has no such array (contract: Endpoints 2). */
export function eventList(data: unknown): unknown[] | null {
  return isObject(data) && Array.isArray(data.events) ? data.events : null;
}

/**
 * Identity of an event within one Drive: `id:<id>`, otherwise `hash:<sha256>` over kind, ts and canonical payload. Two
 * rows with the same hash are either one event read twice or two equal events: the caller counts them per response.
 */
export function eventIdentity(row: EventRow): string {
  return row.id === null ? `hash:${eventDigest(row)}` : `id:${row.id}`;
}

/** SHA-256 over kind, ts and canonical payload: shows whether an event's data changed under the same id (Events 1). */
export function eventDigest(row: EventRow): string {
  return digestOf([canonicalKind(row.type), row.ts, row.payload]);
}

/** Whether a manifest allows a row: its kind must be in `events_emitted` under either spelling (contract: Events 3, 4). */
export function isEmittedKind(row: Pick<EventRow, 'type'>, eventsEmitted: readonly string[]): boolean {
  return listsKind(eventsEmitted, row.type);
}
