import { Injectable } from '@nestjs/common';
import { SYSTEM_ACTOR } from '@portal/platform/access';
import { Transactor, type Tx } from '@portal/platform/database';
import { InstallUpgraded, UpgradesOffered } from '../events.js';
import { InstallSettings } from '../settings/install-settings.js';
import { PromptsRepository, type Range } from './prompts.repository.js';
import { PlanUpgrades, type Offer } from './plan-upgrades.js';

/** Installs that are locked at once: few statements, and no operator waits long. */
const CHUNK = 20_000;
/** Chunks that are worked on at once. */
const CONCURRENCY = 2;

type Counts = Record<'alone' | 'consent' | 'blocked', number>;

/**
 * Offers a new revision to every active install of the Drive, with the difference from the installed version; where
 * the tenant's policy allows it, the install is upgraded at once. Harmless when repeated after a crash anywhere.
 */
@Injectable()
export class OpenPrompts {
  constructor(
    private readonly transactor: Transactor,
    private readonly prompts: PromptsRepository,
    private readonly plan: PlanUpgrades,
    private readonly settings: InstallSettings,
  ) {}

  async execute(driveId: string, revisionId: string): Promise<void> {
    const revision = await this.plan.latest(driveId, revisionId);
    // Processed after a newer version: that one is offered, and this one never supersedes it.
    if (!revision) return;
    const running = await this.transactor.run((tx) => this.prompts.running(tx, driveId, revisionId));
    const offer = await this.plan.offer(revision, running);
    await this.transactor.run((tx) => this.prompts.keepDifferences(tx, revisionId, offer.differences));
    const counts: Counts = { alone: 0, consent: 0, blocked: 0 };
    const ranges = await this.transactor.run((tx) => this.prompts.ranges(tx, driveId, revisionId, CHUNK));
    const worker = async (): Promise<void> => {
      try {
        for (let next = ranges.shift(); next; next = ranges.shift()) {
          const range = next;
          if (!(await this.transactor.run((tx) => this.chunk(tx, offer, range, counts)))) return;
        }
      } finally {
        // A newer version, or a failure, ends the other worker after its current chunk.
        ranges.length = 0;
      }
    };
    const workers = Array.from({ length: CONCURRENCY }, worker);
    await Promise.allSettled(workers);
    await Promise.all(workers);
    if (counts.alone + counts.consent + counts.blocked === 0) return;
    await this.transactor.run((tx) =>
      tx.audit(SYSTEM_ACTOR, 'upgrade.offered', ['drive', driveId], {
        after: { version: revision.version, digest: revision.digest, ...counts },
      }),
    );
  }

  /** Offers to the installs of one range; false when a newer version is offered by now, and nothing was done. */
  private async chunk(tx: Tx, offer: Offer, range: Range, counts: Counts): Promise<boolean> {
    const { driveId, revisionId } = offer.revision;
    // Decided for one policy and opened under another, an install would match no group and never be asked.
    await this.prompts.lockPolicies(tx);
    await this.prompts.lockInstalls(tx, driveId, revisionId, range);
    // A newer version may have gone live, and been offered to these, while this one was being computed.
    if (!(await this.plan.latest(driveId, revisionId, tx))) return false;
    const groups = this.plan.decide(offer, await this.prompts.groups(tx, driveId, revisionId, range));
    if (groups.length === 0) return true;
    const target = { ...offer, ...range };
    await this.prompts.supersede(tx, target);
    const upgraded = await this.prompts.open(tx, target, groups);
    const ids = upgraded.map(({ id }) => id);
    if (ids.length > 0) await this.settings.carryAll(tx, ids, offer.revision);
    await tx.emitMany(
      InstallUpgraded,
      upgraded.map(({ id, priceId, amount, payIn }) => ({
        install_id: id,
        revision_id: revisionId,
        price_id: priceId,
        amount_minor: amount,
        currency: payIn,
        upgraded_at: tx.now.toISOString(),
      })),
    );
    const waiting = groups.reduce((sum, { outcome, count }) => sum + (outcome === 'alone' ? 0 : count), 0);
    const offered = { drive_id: driveId, version: offer.revision.version, installs: waiting };
    if (waiting > 0) await tx.emit(UpgradesOffered, offered);
    for (const { outcome, count } of groups) counts[outcome] += count;
    return true;
  }
}
