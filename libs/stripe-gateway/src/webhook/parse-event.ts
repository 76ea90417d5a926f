/** What we keep of an event; the rest is fetched from the provider when it matters. */
export interface ProviderEvent {
  /** `platform` for v1 events, `platform_v2` for thin ones. */
  source: 'platform' | 'platform_v2';
  eventId: string;
  type: string;
  objectId: string | null;
  livemode: boolean;
  /** Provider's clock, UTC. */
  occurredAt: Date;
}

const id = /^[\w-]{1,255}$/;

/** Reads a v1 or a thin v2 event; undefined when the bytes are neither. */
export function parseEvent(body: Buffer): ProviderEvent | undefined {
  let parsed: unknown;
  try {
    parsed = JSON.parse(body.toString('utf8'));
  } catch {
    return undefined;
  }
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
  return {
    source: thin ? 'platform_v2' : 'platform',
    eventId,
    type,
    objectId: typeof objectId === 'string' && id.test(objectId) ? objectId : null,
    livemode: event['livemode'] === true,
    occurredAt,
  };
}

function hash(value: unknown): Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as Record<string, unknown>) : {};
}
