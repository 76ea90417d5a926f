import { Injectable } from '@nestjs/common';
import { contractMajor } from '@portal/contract';
import { AppError, Clock } from '@portal/kernel';
import { Config } from '@portal/platform/config';
import { ReceiverBreaker } from '@portal/platform/jobs';
import { OutboundError } from '@portal/platform/outbound';
import type { KeyUse } from '@portal/secrets';
import { CallInstall, DriveRefusal } from './call-install.js';
import { isCallRefusal } from '../install/domain/token-refusal.js';
import { isBillingSummary } from './domain/billing-summary.js';
import { listedEndpoints, nextInS, rhythm, type ReadEndpoint, type ReadingProblem } from './domain/reading.js';
import type { FeedPosition } from './event-feeds.repository.js';
import { ReadEvents, type Callable } from './read-events.js';
import { boundsNow, type ReadableRow } from './readable-installs.repository.js';
import type { InstallReadings } from './readings.repository.js';

export interface Outcome {
  endpoint: ReadEndpoint;
  problem: ReadingProblem | null;
  message: string | null;
  status: number | null;
  answered: boolean;
  /** The call was made for this install: neither skipped nor shared with another one. */
  asked: boolean;
  data: object | null;
  /** Of a good answer of the health endpoint. */
  durationMs: number | null;
  behind: boolean;
  fresh: number;
  /** Of the feed of a whole Drive: new events of each install. */
  freshOf: ReadonlyMap<string, number> | null;
  cursorMs: number;
  /** A platform-side failure, thrown once everything is recorded. */
  fault: Error | null;
}

const GOOD = {
  problem: null,
  message: null,
  status: null,
  answered: true,
  asked: true,
  data: null,
  durationMs: null,
  behind: false,
  fresh: 0,
  freshOf: null,
  cursorMs: 0,
  fault: null,
};

/** An install that runs, and how reading it went so far. */
export interface LoadedInstall extends ReadableRow {
  readonly drive: Callable;
}

/** What the installs of a Drive have in common while a worker polls it. */
export interface DriveLook {
  /** Answers that are the same for all installs, by request. */
  readonly answers: Map<string, Promise<Outcome>>;
  /** Key uses that its calls show. */
  readonly uses: KeyUse[];
  /** Where all tokens get the same events: who asks for them, and from where on. */
  readonly feed?: FeedPosition & { readonly keeper: LoadedInstall };
}

/**
 * Reads endpoints of one install. Each has its own time, failures and breaker: the outcome of one does not affect
 * another. Data that all installs of a Drive share is requested once per poll.
 */
@Injectable()
export class ReadInstall {
  /** One breaker per endpoint of a Drive for all its installs: a failing one does not affect the others. */
  private readonly breaker = new ReceiverBreaker();

  constructor(
    private readonly call: CallInstall,
    private readonly events: ReadEvents,
    private readonly config: Config,
    private readonly clock: Clock,
  ) {}

  /**
   * Never throws: a platform-side failure is in the outcomes.
   * @param look the endpoints that are due, as a part of it; undefined: all that the manifest lists
   */
  async execute(loaded: LoadedInstall, look?: DriveLook): Promise<{ outcomes: Outcome[]; readings: InstallReadings }> {
    const { install, drive, known } = loaded;
    const listed = listedEndpoints(drive.manifest);
    const due = look ? listed.filter((name) => known.get(name)?.due ?? true) : listed;
    const outcomes = await Promise.all(due.map((name) => this.inLook(name, loaded, look)));
    // A refusal that is new concerns all that is signed: what is not due shows at once whether anything can be read.
    if (outcomes.some(({ endpoint, problem }) => isCallRefusal(problem) && !known.get(endpoint)?.failures)) {
      const others = listed.filter((name) => name !== 'health' && !due.includes(name));
      outcomes.push(...(await Promise.all(others.map((name) => this.inLook(name, loaded, look)))));
    }
    const events = outcomes.find(({ endpoint }) => endpoint === 'events');
    const { polling } = this.config;
    const everyS =
      outcomes.length === 0
        ? install.pollEveryS
        : outcomes.every(({ problem }) => problem !== null)
          ? polling.busySeconds
          : rhythm(install.pollEveryS, { news: (events?.fresh ?? 0) > 0, paid: install.priceId !== null }, polling);
    const readings = outcomes.map(({ endpoint, asked, problem, status, behind, data, durationMs }) => {
      const failures = problem === null ? 0 : (known.get(endpoint)?.failures ?? 0) + 1;
      const dueInS = nextInS(endpoint, { failures, behind, everyS }, polling);
      return { endpoint, asked, problem, status, behind, data, durationMs, failures, dueInS };
    });
    return {
      outcomes,
      readings: {
        installId: install.id,
        driveId: install.driveId,
        readings,
        unlisted: [...known.keys()].filter((name) => !listed.includes(name)),
        cursorMs: events?.cursorMs ?? 0,
        everyS,
      },
    };
  }

  private async inLook(endpoint: ReadEndpoint, loaded: LoadedInstall, look?: DriveLook): Promise<Outcome> {
    const { install, drive } = loaded;
    const own = (): Promise<Outcome> => this.read(endpoint, loaded, look);
    if (!look) return own();
    const once = async (ask: () => Promise<Outcome>): Promise<Outcome> => {
      const key = `${endpoint} ${drive.origin}${drive.manifest.endpoints[endpoint]}`;
      const known = look.answers.get(key);
      if (known) return { ...(await known), asked: false };
      const asked = ask();
      look.answers.set(key, asked);
      return asked;
    };
    // Health is answered without a token, so to all alike (contract: Authentication 8).
    if (endpoint === 'health') return once(own);
    const { feed } = look;
    const ofFeed = feed?.keeper.drive;
    if (
      endpoint !== 'events' ||
      !ofFeed ||
      ofFeed.origin !== drive.origin ||
      ofFeed.manifest.endpoints.events !== drive.manifest.endpoints.events ||
      contractMajor(ofFeed.manifest) !== contractMajor(drive.manifest)
    )
      return own();
    const outcome = await once(() => this.read('events', feed.keeper, look, feed));
    // A refused token concerns the keeper only; a refusal without a reason may be one.
    if (['token_refused', 'unauthorized'].includes(outcome.problem ?? '') && install.id !== feed.keeper.install.id)
      return own();
    return { ...outcome, fresh: outcome.freshOf?.get(install.id) ?? 0 };
  }

  private async read(
    endpoint: ReadEndpoint,
    loaded: LoadedInstall,
    look?: DriveLook,
    feed?: FeedPosition,
  ): Promise<Outcome> {
    const key = `${loaded.install.driveId} ${endpoint}`;
    if (!this.breaker.admit(key, this.clock.wallNow().getTime()))
      return { ...GOOD, endpoint, asked: false, problem: 'resting', message: 'It did not answer just now.' };
    let answered = false;
    let failed = true;
    try {
      const read = await this.ask(endpoint, loaded, look, feed);
      failed = false;
      return { ...GOOD, endpoint, ...read };
    } catch (error) {
      if (error instanceof DriveRefusal) {
        // One token that is refused, or one tenant's quota, does not concern the other installs.
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
      this.breaker.note(key, !failed, this.clock.wallNow().getTime());
    }
  }

  private async ask(
    endpoint: ReadEndpoint,
    loaded: LoadedInstall,
    look?: DriveLook,
    feed?: FeedPosition,
  ): Promise<Partial<Outcome>> {
    const { install, drive } = loaded;
    const { origin, manifest } = drive;
    const path = manifest.endpoints[endpoint];
    const onAccepted = look && ((use: KeyUse): unknown => look.uses.push(use));
    switch (endpoint) {
      case 'events': {
        const of = { install, drive, bounds: boundsNow(loaded), onAccepted };
        const read = feed ? await this.events.ofDrive(of, feed) : await this.events.execute(of);
        return { ...read, message: read.problem && MESSAGES[read.problem] };
      }
      case 'metrics':
        return { data: await this.call.ask(install, { origin, path, onAccepted }) };
      case 'health':
        return this.call.askPublic({ origin, path });
      case 'billing': {
        const query = `?tenant_id=${encodeURIComponent(install.tenantId)}`;
        const data = await this.call.ask(install, { origin, path: path + query, onAccepted });
        if (typeof data['tenant_id'] === 'string' && data['tenant_id'] !== install.tenantId)
          throw new DriveRefusal('other_tenant', 200, 'The plugin answered with the bill of another tenant.');
        if (!isBillingSummary(data))
          throw new DriveRefusal('malformed_answer', 200, 'The plugin answered with a bill that cannot be read.');
        return { data };
      }
    }
  }
}

/** An endpoint that fails alone does not mean that the Drive is gone: health decides. */
export function answeredAtAll(outcomes: readonly Outcome[]): boolean | null {
  if (outcomes.some(({ answered, problem }) => answered && problem !== 'resting')) return true;
  return outcomes.some(({ endpoint, problem }) => endpoint === 'health' && problem !== 'resting') ? false : null;
}

const MESSAGES = {
  malformed_answer: 'The plugin broke off its answer with events; what had arrived is kept.',
  too_much_out_of_order: 'The plugin sends more events at once than can be read, and not in the order of their time.',
} as const;
