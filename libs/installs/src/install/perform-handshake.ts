import { Injectable } from '@nestjs/common';
import { buildInstallRequest, type InstallResult } from '@portal/contract';
import { invariant, Secret } from '@portal/kernel';
import { Listings } from '@portal/listings';
import { SYSTEM_ACTOR } from '@portal/platform/access';
import { Audit } from '@portal/platform/audit';
import { Config, failpoint } from '@portal/platform/config';
import { SealedBox } from '@portal/platform/crypto';
import { Transactor } from '@portal/platform/database';
import { LiveFeed, Outbox } from '@portal/platform/events';
import { DriveCaller, TenantKeys } from '@portal/secrets';
import { readInstallAnswer } from './domain/install-answer.js';
import { InstallActivated } from '../events.js';
import { InstallsRepository, type InstallRow } from './installs.repository.js';
import { tokenSeal } from './token-seal.js';

const TIMEOUT_MS = 10_000;

/**
 * Tells the Drive about an install. A lost answer is asked for again with the same tenant and venture, for which a Drive
 * gives the same install; until it has answered, nothing is billed.
 */
@Injectable()
export class PerformHandshake {
  constructor(
    private readonly transactor: Transactor,
    private readonly repository: InstallsRepository,
    private readonly listings: Listings,
    private readonly drives: DriveCaller,
    private readonly tenantKeys: TenantKeys,
    private readonly box: SealedBox,
    private readonly config: Config,
    private readonly outbox: Outbox,
    private readonly live: LiveFeed,
    private readonly audit: Audit,
  ) {}

  /** Which Drive will be called; undefined for no install. */
  driveOf(installId: string): Promise<string | undefined> {
    return this.repository.driveOf(installId);
  }

  /** Throws when the outcome is open, so that it is tried again later. */
  async execute(installId: string): Promise<void> {
    failpoint('install.intent_committed');
    const claim = await this.claim(installId);
    if (!claim) return;
    failpoint('install.claimed');
    const { install, ventureName, origin, path, signingKey } = claim;
    await this.note(installId, 'signing', 'Signed and sent to the plugin.');
    failpoint('install.before_send');
    const answer = await this.drives.call({
      driveId: install.driveId,
      origin,
      path,
      method: 'POST',
      timeoutMs: TIMEOUT_MS,
      body: buildInstallRequest({
        tenantId: install.tenantId,
        ventureId: install.ventureId,
        ventureName,
        operatorEmail: install.operatorEmail,
        installOrigin: this.config.publicUrl,
        config: install.config as Record<string, never>,
        permissions: install.permissions,
        ...(signingKey === undefined ? {} : { signingKey: signingKey.reveal() }),
      }),
    });
    failpoint('install.after_send');
    const read = readInstallAnswer(answer.status, answer.body);
    failpoint('install.answer_read');
    switch (read.kind) {
      case 'active':
        return this.activate(install, read.result);
      case 'failed':
        return this.fail(installId, read.reason);
      case 'unknown':
        await this.transactor.run((tx) =>
          this.repository.move(tx, installId, ['sending'], 'unknown', { failure: read.reason }),
        );
        throw new Error(read.reason);
      case 'retry':
        throw new Error(read.reason);
    }
  }

  private async claim(
    installId: string,
  ): Promise<
    | { install: InstallRow; ventureName: string; origin: string; path: string; signingKey: Secret | undefined }
    | undefined
  > {
    const found = await this.transactor.run(async (tx) => {
      await this.repository.move(tx, installId, ['requested'], 'sending');
      const install = await this.repository.find(tx, installId);
      if (install?.state !== 'sending' && install?.state !== 'unknown') return undefined;
      const venture = await this.repository.venture(tx, install.ventureId);
      const { driveId, tenantId } = install;
      const signingKey = await this.tenantKeys.prepare(tx, { driveId, tenantId, actor: SYSTEM_ACTOR });
      return { install, ventureName: venture?.name ?? '', signingKey };
    });
    if (!found) return undefined;
    const drive = await this.listings.callable(found.install.revisionId);
    invariant(drive, 'the revision of an install is never removed');
    return { ...found, origin: drive.origin, path: drive.manifest.endpoints.install };
  }

  private async activate(install: InstallRow, result: InstallResult): Promise<void> {
    const sealed = this.box.seal(new Secret(result.scopedToken), tokenSeal(install.id));
    await this.transactor.run(async (tx) => {
      const activatedAt = tx.now;
      const moved = await this.repository.move(tx, install.id, ['sending', 'unknown'], 'active', {
        driveInstallId: result.installId,
        seenIds: [...result.ids],
        scopedToken: sealed,
        mountUrl: result.mountUrl,
        failure: null,
        activatedAt,
      });
      if (!moved) return;
      await this.tenantKeys.handedOver(tx, { driveId: install.driveId, tenantId: install.tenantId });
      await this.audit.record(tx, {
        actor: SYSTEM_ACTOR,
        action: 'install.activated',
        subjectType: 'install',
        subjectId: install.id,
        after: { drive_install_id: result.installId },
      });
      await this.live.append(tx, `install:${install.id}`, 'step', {
        step: 'token_stored',
        text: 'The plugin answered; its token is stored.',
      });
      await this.live.append(tx, `install:${install.id}`, 'done', { state: 'active' });
      await this.outbox.emit(tx, InstallActivated, {
        install_id: install.id,
        tenant_id: install.tenantId,
        venture_id: install.ventureId,
        drive_id: install.driveId,
        org_id: install.orgId,
        price_id: install.priceId,
        amount_minor: install.amount.toString(),
        currency: install.currency ?? 'usd',
        trial_days: install.trialDays,
        activated_at: activatedAt.toISOString(),
      });
      failpoint('install.token_sealed');
    });
  }

  private async fail(installId: string, reason: string): Promise<void> {
    await this.transactor.run(async (tx) => {
      if (!(await this.repository.move(tx, installId, ['sending', 'unknown'], 'failed', { failure: reason }))) return;
      await this.audit.record(tx, {
        actor: SYSTEM_ACTOR,
        action: 'install.failed',
        subjectType: 'install',
        subjectId: installId,
        reason,
      });
      await this.live.append(tx, `install:${installId}`, 'done', {
        state: 'failed',
        text: `${reason} Nothing was charged.`,
      });
    });
  }

  private async note(installId: string, step: string, text: string): Promise<void> {
    await this.transactor.run((tx) => this.live.append(tx, `install:${installId}`, 'step', { step, text }));
  }
}
