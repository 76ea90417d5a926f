import type { ReplayFilter } from '../domain/delivery-state.js';
import type { ReplayBody } from './host-events.dto.js';

/** Nothing is replayed twice by default: delivered events only where the caller requests them. */
export function replayFilter({ ids, event_ids, type, since, until, states }: ReplayBody): ReplayFilter {
  return {
    ids,
    eventIds: event_ids,
    kind: type,
    since: since === undefined ? undefined : new Date(since),
    until: until === undefined ? undefined : new Date(until),
    states: states ?? ['failed', 'cancelled'],
  };
}
