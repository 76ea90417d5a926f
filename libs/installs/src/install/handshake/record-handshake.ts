import { Injectable } from '@nestjs/common';
import type { InstallResult } from '@portal/contract';
import { Secret } from '@portal/kernel';
import { SYSTEM_ACTOR } from '@portal/platform/access';
import { Audit } from '@portal/platform/audit';
import { failpoint } from '@portal/platform/config';
import { SealedBox } from '@portal/platform/crypto';
import { Transactor } from '@portal/platform/database';
import { LiveFeed, Outbox } from '@portal/platform/events';
import { TenantKeys } from '@portal/secrets';
import { InstallActivated } from '../../events.js';
import { InstallsRepository, type InstallRow } from '../installs.repository.js';
import { tokenSeal } from './token-seal.js';

/** How far a handshake got. Outcomes are written once: an install that has left `sending` and `unknown` is left alone. */
@Injectable()
export class RecordHandshake {
  constructor(
    private readonly transactor: Transactor,
    private readonly repository: InstallsRepository,
    private readonly tenantKeys: TenantKeys,
    private readonly box: SealedBox,
    private readonly outbox: Outbox,
    private readonly live: LiveFeed,
    private readonly audit: Audit,
  ) {}

  /** For the operator who watches: the request is about to be sent. */
  async signing(installId: string): Promise<void> {
    const step = { step: 'signing', text: 'Signed and sent to the plugin.' };
    await this.transactor.run((tx) => this.live.append(tx, `install:${installId}`, 'step', step));
  }

  /** The Drive has accepted: its token is sealed, and billing begins. */
  async activate(install: InstallRow, result: InstallResult): Promise<void> {
    const sealed = this.box.seal(new Secret(result.scopedToken), tokenSeal(install.id));
    await this.transactor.run(async (tx) => {
      const activatedAt = tx.now;
      const moved = await this.repository.move(tx, install.id, ['sending', 'unknown'], 'active', {
        driveInstallId: result.installId,
        seenIds: [...result.ids],
        scopedToken: sealed,
        // One that is refused is kept to be shown; whoever reads it asks `mountUrlRefusal`.
        mountUrl: result.mountUrl ?? result.refusedMountUrl,
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

  /** The Drive has refused. */
  async fail(installId: string, reason: string): Promise<void> {
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

  /** Nobody knows whether the Drive has installed: it is asked again. */
  async unknown(installId: string, reason: string): Promise<void> {
    await this.transactor.run((tx) => this.repository.move(tx, installId, ['sending'], 'unknown', { failure: reason }));
  }
}
