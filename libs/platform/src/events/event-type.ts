/** An event type: name in past tense (`install.requested`) and version of its payload. */
export interface EventType<P> {
  readonly type: string;
  readonly version: number;
  /** Only for type inference. */
  readonly payload?: P;
}

const known = new Map<string, EventType<unknown>>();

/**
 * Declares an event. Payloads contain ids and small facts, never secrets.
 * @throws Error when the name is not `noun.verb` or is declared twice.
 */
export function defineEvent<P extends object>(type: string, version: number): EventType<P> {
  if (!/^[a-z_]+\.[a-z_]+$/.test(type)) throw new Error(`event name ${type} is not noun.verb`);
  if (known.has(type)) throw new Error(`event ${type} is declared twice`);
  const event: EventType<P> = { type, version };
  known.set(type, event);
  return event;
}

/** Every event declared so far. */
export function eventCatalogue(): EventType<unknown>[] {
  return [...known.values()];
}
