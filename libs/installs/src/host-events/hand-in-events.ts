import { Injectable } from '@nestjs/common';
import { digestOf, validateConfig, type JsonObject } from '@portal/contract';
import type { ErrorDetail } from '@portal/kernel';
import { Transactor, type Tx } from '@portal/platform/database';
import { installsErrors } from '../errors.js';
import type { HostEventsBody } from './http/host-events.dto.js';
import type { HostEventReceiptsView } from './read/host-events.view.js';
import { HostEventsRepository, type NewHostEvent } from './host-events.repository.js';

/** Clocks of the host and the database may differ by this much. */
const MAX_AHEAD_MS = 5 * 60_000;

type HandedIn = HostEventsBody['events'];

/**
 * The host submits events. All of a call are accepted or none; each goes to the active installs of its tenant or
 * venture that consume its kind, in the order of the call. Submitted again under the same id, an event changes nothing.
 */
@Injectable()
export class HandInEvents {
  constructor(
    private readonly transactor: Transactor,
    private readonly repository: HostEventsRepository,
  ) {}

  /** @throws AppError `host_events_invalid` (422), `host_event_changed` (409) */
  async execute(events: HandedIn): Promise<HostEventReceiptsView['events']> {
    return this.transactor.run(async (tx) => {
      const read = await this.read(tx, events);
      const added = await this.repository.add(tx, read);
      await this.assertUnchanged(tx, read, added);
      const fresh = read.map(({ id }) => id).filter((id) => added.has(id));
      const installs = await this.repository.fanOut(tx, fresh);
      return read.map(({ id }) => ({ id, accepted: added.has(id), installs: installs.get(id) ?? 0 }));
    });
  }

  private async read(tx: Tx, events: HandedIn): Promise<NewHostEvent[]> {
    const known = await this.repository.kinds(tx, [...new Set(events.map(({ type }) => type))]);
    const kinds = new Map(known.map((kind) => [kind.kind, kind]));
    const tenants = new Map<string, string>();
    const ventures = new Map<string, string>();
    const placeKey = (tenant: string, venture: string): string => JSON.stringify([tenant, venture]);
    for (const found of await this.repository.places(tx, [...new Set(events.map(({ tenant }) => tenant))])) {
      tenants.set(found.tenant, found.id);
      if (found.venture !== null) ventures.set(placeKey(found.tenant, found.venture), found.ventureId!);
    }
    const details: ErrorDetail[] = [];
    const latest = tx.now.getTime() + MAX_AHEAD_MS;
    const seen = new Set<string>();
    const read = events.map((event, index): NewHostEvent => {
      const refuse = (member: string, code: string, message: string): void =>
        void details.push({ pointer: `/events/${index}${member}`, code, message });
      const { id, type, tenant, venture, ts, payload } = event;
      if (seen.has(id)) refuse('/id', 'event_repeated', 'This ID is used twice in this call.');
      seen.add(id);
      const kind = kinds.get(type);
      if (!kind) refuse('/type', 'event_kind_unknown', `"${type}" is not registered. Register the kind first.`);
      const tenantId = tenants.get(tenant);
      if (tenantId === undefined) refuse('/tenant', 'unknown_tenant', 'There is no tenant with this external ID.');
      const ventureId = venture === undefined ? null : ventures.get(placeKey(tenant, venture));
      if (tenantId !== undefined && ventureId === undefined)
        refuse('/venture', 'unknown_venture', 'The tenant has no venture with this external ID.');
      if (ts > latest) refuse('/ts', 'event_in_future', 'The time is in the future. Send Unix milliseconds.');
      if (kind?.payloadSchema)
        for (const { level, pointer, code, message } of validateConfig(kind.payloadSchema as JsonObject, payload))
          if (level === 'error') refuse(`/payload${pointer}`, code, message);
      const content = { type, tenant, venture: venture ?? null, ts, payload };
      const place = { tenantId: tenantId ?? '', ventureId: ventureId ?? null };
      return { id, kind: type, ...place, tsMs: ts, payload, digest: digestOf(content) };
    });
    if (details.length > 0) throw installsErrors.host_events_invalid({ details });
    return read;
  }

  private async assertUnchanged(tx: Tx, all: readonly NewHostEvent[], added: ReadonlySet<string>): Promise<void> {
    const repeated = all.map(({ id }) => id).filter((id) => !added.has(id));
    if (repeated.length === 0) return;
    const digests = await this.repository.digests(tx, repeated);
    const message = 'It was accepted with other content before.';
    const details = all.flatMap(({ id, digest }, index): ErrorDetail[] => {
      const before = digests.get(id);
      if (before === undefined || before === digest) return [];
      return [{ pointer: `/events/${index}/id`, code: 'event_changed', message }];
    });
    if (details.length > 0) throw installsErrors.host_event_changed({ details });
  }
}
