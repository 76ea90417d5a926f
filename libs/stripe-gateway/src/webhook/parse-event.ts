export type EventSource = 'platform' | 'platform_v2' | 'connect';

/** The stored part of an event; the rest is fetched from the provider when needed. */
export interface ProviderEvent {
  /** `platform` for v1 events, `platform_v2` for thin ones, `connect` for those of a connected account. */
  source: EventSource;
  eventId: string;
  type: string;
  objectId: string | null;
  /** The connected account of the event; null for the platform's own. */
  account: string | null;
  livemode: boolean;
  /** Provider's clock, UTC. */
  occurredAt: Date;
}

const id = /^[\w-]{1,255}$/;

/** Parses a v1 or a thin v2 event; undefined when the bytes are neither. */
export function parseEvent(body: Buffer): ProviderEvent | undefined {
  try {
    return readEvent(JSON.parse(body.toString('utf8')));
  } catch {
    return undefined;
  }
}

/** The same for a fetched event. */
export function readEvent(parsed: unknown): ProviderEvent | undefined {
  const event = hash(parsed);
  const thin = event['object'] === 'v2.core.event';
  const named = thin ? hash(event['related_object']) : hash(hash(event['data'])['object']);
  const occurredAt = thin ? new Date(String(event['created'])) : new Date(Number(event['created']) * 1_000);
  const { id: eventId, type } = event;
  if (!thin && event['object'] !== 'event') return undefined;
  if (typeof eventId !== 'string' || !id.test(eventId)) return undefined;
  if (typeof type !== 'string' || type === '' || type.length > 255) return undefined;
  if (Number.isNaN(occurredAt.getTime())) return undefined;
  const objectId = named['id'];
  const account = event['account'];
  const connected = !thin && typeof account === 'string' && id.test(account);
  return {
    source: thin ? 'platform_v2' : connected ? 'connect' : 'platform',
    eventId,
    type,
    objectId: typeof objectId === 'string' && id.test(objectId) ? objectId : null,
    account: connected ? account : null,
    livemode: event['livemode'] === true,
    occurredAt,
  };
}

function hash(value: unknown): Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as Record<string, unknown>) : {};
}
