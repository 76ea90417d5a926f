import { Injectable } from '@nestjs/common';
import {
  eventDigest,
  eventIdentity,
  eventList,
  isEmittedKind,
  parseEnvelope,
  parseEventRow,
  type CanonicalManifest,
} from '@portal/contract';
import { AppError } from '@portal/kernel';
import { Listings } from '@portal/listings';
import { SealedBox } from '@portal/platform/crypto';
import { Transactor } from '@portal/platform/database';
import { OutboundError } from '@portal/platform/outbound';
import { DriveCaller, type DriveCall } from '@portal/secrets';
import { installsErrors } from '../../errors.js';
import { DriveEventsRepository, type DriveEventRow } from './drive-events.repository.js';
import { InstallsRepository, type InstallRow } from '../installs.repository.js';
import { tokenSeal } from '../handshake/token-seal.js';
import { WatchToken } from '../handshake/watch-token.js';

/** Events are asked for again from this long before the newest one: rows of one millisecond, late rows. */
const OVERLAP_MS = 5 * 60_000;
const TIMEOUT_MS = 5_000;
const EVENTS_MAX_BYTES = 1024 * 1024;

interface RefreshResult {
  reachable: boolean;
  eventsNew: number;
  /** Why the plugin could not be read; null when it could. */
  problem: string | null;
}

/** Reads events, metrics and health of one install from its Drive, as the install (scoped token). */
@Injectable()
export class RefreshInstall {
  constructor(
    private readonly transactor: Transactor,
    private readonly repository: InstallsRepository,
    private readonly events: DriveEventsRepository,
    private readonly listings: Listings,
    private readonly drives: DriveCaller,
    private readonly box: SealedBox,
    private readonly watchToken: WatchToken,
  ) {}

  /** @throws AppError `install_not_found` unless the install is active */
  async execute(installId: string): Promise<RefreshResult> {
    const install = await this.transactor.run((tx) => this.repository.find(tx, installId));
    if (install?.state !== 'active' || !install.scopedToken) throw new AppError(installsErrors.install_not_found);
    const drive = await this.listings.callable(install.revisionId);
    if (!drive) throw new AppError(installsErrors.install_not_found);
    try {
      const { origin, manifest } = drive;
      const { endpoints } = manifest;
      const since = Math.max(0, Number(install.eventsCursorMs) - OVERLAP_MS);
      const [eventsData, metrics, health] = await Promise.all([
        this.ask(install, origin, `${endpoints.events}?since=${since}`, { maxBytes: EVENTS_MAX_BYTES }),
        this.ask(install, origin, endpoints.metrics),
        this.ask(install, origin, endpoints.health, { publicEndpoint: true }),
      ]);
      const read = readEvents(eventsData, manifest);
      const eventsNew = await this.transactor.run(async (tx) => {
        const fresh = await this.events.store(tx, installId, read.events);
        const { newestMs: cursorMs } = read;
        await this.events.noteContact(tx, installId, { reachable: true, cursorMs, metrics, health, eventsNew: fresh });
        return fresh;
      });
      return { reachable: true, eventsNew, problem: null };
    } catch (error) {
      if (!(error instanceof OutboundError) && !(error instanceof DriveRefusal)) throw error;
      await this.transactor.run((tx) =>
        this.events.noteContact(tx, installId, {
          reachable: false,
          cursorMs: null,
          metrics: null,
          health: null,
          eventsNew: 0,
        }),
      );
      return { reachable: false, eventsNew: 0, problem: error.message };
    }
  }

  private async ask(
    install: InstallRow,
    origin: string,
    path: string,
    how: Pick<DriveCall, 'maxBytes' | 'publicEndpoint'> = {},
  ): Promise<Record<string, unknown>> {
    const bearer = this.box.open(install.scopedToken ?? '', tokenSeal(install.id)).reveal();
    const answer = await this.drives.call({
      driveId: install.driveId,
      tenantId: install.tenantId,
      installId: install.id,
      origin,
      path,
      method: 'GET',
      bearer,
      timeoutMs: TIMEOUT_MS,
      ...how,
    });
    if (how.publicEndpoint !== true) await this.watchToken.execute(install, answer);
    const parsed = parseEnvelope(answer.body);
    if (answer.status !== 200 || !parsed.ok || !parsed.envelope.ok)
      throw new DriveRefusal(`The plugin answered ${path.split('?')[0]} with HTTP ${answer.status}.`);
    return parsed.envelope.data;
  }
}

class DriveRefusal extends Error {}

function readEvents(data: unknown, manifest: CanonicalManifest): { events: DriveEventRow[]; newestMs: number | null } {
  const rows = (eventList(data) ?? []).flatMap((value) => {
    const parsed = parseEventRow(value);
    return parsed.ok ? [parsed.row] : [];
  });
  // Rows without an id that are equal in everything are still several events (multiplicity).
  const seen = new Map<string, number>();
  const events = rows.map((row): DriveEventRow => {
    const identity = eventIdentity(row);
    const count = (seen.get(identity) ?? 0) + 1;
    seen.set(identity, count);
    return {
      identity: row.id === null && count > 1 ? `${identity}#${count}` : identity,
      digest: eventDigest(row),
      kind: row.type,
      tsMs: row.ts,
      payload: row.payload,
      quarantine: isEmittedKind(row, manifest.eventsEmitted) ? null : 'kind_not_listed',
    };
  });
  return { events, newestMs: rows.length === 0 ? null : Math.max(...rows.map((row) => row.ts)) };
}
