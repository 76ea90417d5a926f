import { Injectable } from '@nestjs/common';
import type { CanonicalManifest } from '@portal/contract';
import { AppError } from '@portal/kernel';
import { Listings } from '@portal/listings';
import { Transactor } from '@portal/platform/database';
import { OutboundError } from '@portal/platform/outbound';
import { installsErrors } from '../../errors.js';
import { InstallsRepository, type InstallRow } from '../installs.repository.js';
import { CallInstall, DriveRefusal } from './call-install.js';
import { EndpointBreaker } from './endpoint-breaker.js';
import { listedEndpoints, nextInS, rhythm, SOON_S, type ReadEndpoint, type ReadingProblem } from './domain/reading.js';
import { ReadEvents } from './read-events.js';
import { ReadingsRepository } from './readings.repository.js';

interface RefreshResult {
  /** Something of it could be read. */
  reachable: boolean;
  /** Whether the Drive gives answers, of whatever kind; null when what was asked does not tell. */
  answered: boolean | null;
  eventsNew: number;
  /** Why the plugin, or a part of it, could not be read; null when it could. */
  problem: string | null;
}

interface Outcome {
  endpoint: ReadEndpoint;
  problem: ReadingProblem | null;
  message: string | null;
  status: number | null;
  answered: boolean;
  data: object | null;
  behind: boolean;
  fresh: number;
  cursorMs: number;
  /** A fault of ours, thrown once everything is noted. */
  fault: Error | null;
}

const GOOD = {
  problem: null,
  message: null,
  status: null,
  answered: true,
  data: null,
  behind: false,
  fresh: 0,
  cursorMs: 0,
  fault: null,
};

/**
 * Reads what the manifest of an install lists of events, metrics, health and billing. Each endpoint has its own time,
 * failures and breaker: what comes of one stops no other.
 */
@Injectable()
export class RefreshInstall {
  constructor(
    private readonly transactor: Transactor,
    private readonly repository: InstallsRepository,
    private readonly readings: ReadingsRepository,
    private readonly listings: Listings,
    private readonly call: CallInstall,
    private readonly events: ReadEvents,
    private readonly breaker: EndpointBreaker,
  ) {}

  /**
   * @param which `due`: what is due of it; else everything
   * @throws AppError `install_not_found` unless the install is active
   */
  async execute(installId: string, which: 'all' | 'due' = 'all'): Promise<RefreshResult> {
    const { install, known, now } = await this.transactor.run(async (tx) => ({
      install: await this.repository.find(tx, installId),
      known: await this.readings.of(tx, installId),
      now: tx.now,
    }));
    if (install?.state !== 'active' || !install.scopedToken) throw new AppError(installsErrors.install_not_found);
    const drive = await this.listings.callable(install.revisionId);
    if (!drive) throw new AppError(installsErrors.install_not_found);
    const listed = listedEndpoints(drive.manifest);
    const due = listed.filter((name) => which === 'all' || (known.get(name)?.dueAt.getTime() ?? 0) <= now.getTime());
    const outcomes = await Promise.all(due.map((name) => this.read(name, install, drive)));
    const events = outcomes.find(({ endpoint }) => endpoint === 'events');
    const everyS =
      outcomes.length === 0
        ? install.pollEveryS
        : outcomes.every(({ problem }) => problem !== null)
          ? SOON_S
          : rhythm(install.pollEveryS, { news: (events?.fresh ?? 0) > 0, paid: install.priceId !== null });
    await this.transactor.run((tx) =>
      this.readings.note(
        tx,
        installId,
        outcomes.map((one) => {
          const failures = one.problem === null ? 0 : (known.get(one.endpoint)?.failures ?? 0) + 1;
          const { endpoint, problem, status, behind, data } = one;
          return {
            endpoint,
            problem,
            status,
            behind,
            data,
            failures,
            dueInS: nextInS(endpoint, { failures, behind, everyS }),
          };
        }),
        { listed, cursorMs: events?.cursorMs ?? 0, everyS },
      ),
    );
    for (const { fault } of outcomes) if (fault !== null) throw fault;
    return {
      reachable: outcomes.length === 0 || outcomes.some(({ problem }) => problem === null),
      answered: answeredAtAll(outcomes),
      eventsNew: events?.fresh ?? 0,
      problem: outcomes.find(({ message }) => message !== null)?.message ?? null,
    };
  }

  private async read(
    endpoint: ReadEndpoint,
    install: InstallRow,
    drive: { origin: string; manifest: CanonicalManifest },
  ): Promise<Outcome> {
    const key = `${install.driveId} ${endpoint}`;
    if (!this.breaker.admit(key))
      return { ...GOOD, endpoint, problem: 'resting', message: 'It did not answer just now.' };
    let answered = false;
    let failed = true;
    try {
      const read = await this.ask(endpoint, install, drive);
      failed = false;
      return { ...GOOD, endpoint, ...read };
    } catch (error) {
      if (error instanceof DriveRefusal) {
        // One token that is refused, or one tenant's quota, says nothing about the other installs.
        failed = error.problem === 'http_status' && error.status >= 500;
        answered = true;
        const { problem, status, message } = error;
        return { ...GOOD, endpoint, problem, status, message };
      }
      if (error instanceof OutboundError) {
        answered = error.reason === 'too_large';
        const problem = answered ? 'malformed_answer' : 'no_answer';
        return { ...GOOD, endpoint, problem, message: error.message, answered };
      }
      failed = false;
      const message = error instanceof AppError ? error.message : 'It could not be read because of a fault of ours.';
      const fault = error instanceof AppError || !(error instanceof Error) ? null : error;
      return { ...GOOD, endpoint, problem: 'our_fault', message, fault };
    } finally {
      this.breaker.note(key, !failed);
    }
  }

  private async ask(
    endpoint: ReadEndpoint,
    install: InstallRow,
    { origin, manifest }: { origin: string; manifest: CanonicalManifest },
  ): Promise<Partial<Outcome>> {
    const path = manifest.endpoints[endpoint];
    switch (endpoint) {
      case 'events': {
        const { fresh, cursorMs, behind, problem } = await this.events.execute(install, origin, manifest);
        return { fresh, cursorMs, behind, problem, message: problem && MESSAGES[problem] };
      }
      case 'metrics':
        return { data: await this.call.ask(install, { origin, path }) };
      case 'health':
        return { data: await this.call.askPublic({ origin, path }) };
      case 'billing': {
        const query = `?tenant_id=${encodeURIComponent(install.tenantId)}`;
        const data = await this.call.ask(install, { origin, path: path + query });
        if (typeof data['tenant_id'] === 'string' && data['tenant_id'] !== install.tenantId)
          throw new DriveRefusal('other_tenant', 200, 'The plugin answered with the bill of another tenant.');
        return { data };
      }
    }
  }
}

/** An endpoint that fails alone is no sign that the Drive is gone: health tells. */
function answeredAtAll(outcomes: readonly Outcome[]): boolean | null {
  if (outcomes.some(({ answered, problem }) => answered && problem !== 'resting')) return true;
  return outcomes.some(({ endpoint, problem }) => endpoint === 'health' && problem !== 'resting') ? false : null;
}

const MESSAGES = {
  malformed_answer: 'The plugin broke off its answer with events; what had arrived is kept.',
  too_much_out_of_order: 'The plugin sends more events at once than can be read, and not in the order of their time.',
} as const;
