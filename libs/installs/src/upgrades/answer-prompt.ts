import { Injectable } from '@nestjs/common';
import { AppError } from '@portal/kernel';
import { Listings } from '@portal/listings';
import { assertRecentProof, scopeIds, type Actor } from '@portal/platform/access';
import { Audit } from '@portal/platform/audit';
import { Transactor, type Tx } from '@portal/platform/database';
import { Outbox } from '@portal/platform/events';
import { complianceRefusal } from '../tenants/compliance-refusal.js';
import { complianceGaps } from '../tenants/domain/tenant-compliance.js';
import { isPriceRaised } from './domain/upgrade-outcome.js';
import { installsErrors } from '../errors.js';
import { InstallUpgraded } from '../events.js';
import { assertExpectedPrice, InstallPrices } from '../install/install-prices.js';
import { ComplianceRepository } from '../install/compliance.repository.js';
import { InstallsRepository, type InstallRow } from '../install/installs.repository.js';
import { PromptsRepository, type PromptRow } from './prompts.repository.js';

/** The operator's word on an upgrade. Until then the install keeps revision, permissions, settings and price. */
@Injectable()
export class AnswerPrompt {
  constructor(
    private readonly transactor: Transactor,
    private readonly repository: InstallsRepository,
    private readonly prompts: PromptsRepository,
    private readonly compliance: ComplianceRepository,
    private readonly listings: Listings,
    private readonly prices: InstallPrices,
    private readonly outbox: Outbox,
    private readonly audit: Audit,
  ) {}

  /**
   * What grants more than before or costs more needs a recent proof of who accepts it.
   * @throws AppError `install_not_found`, `no_upgrade`, `plugin_changed`, `permissions_not_granted`, `baa_required`,
   * `residency_missing`, `compliance_missing`, `install_suspended`, `no_price_in_currency`; `step_up_required` or, for an API token, `session_required` where it is more than before
   */
  async accept(
    installId: string,
    answer: { digest: string; permissions: readonly string[]; amount_minor?: string; currency?: string },
    actor: Actor,
  ): Promise<void> {
    await this.transactor.run(async (tx) => {
      const { install, prompt } = await this.open(tx, installId, actor);
      if (prompt.digest !== answer.digest) throw new AppError(installsErrors.plugin_changed);
      // Asked at the instant that is written down: what is agreed to and what is charged are one price.
      const { driveId, ventureId } = install;
      const revisionId = prompt.toRevisionId;
      const currency = await this.repository.currencyOf(tx, install);
      const price = await this.prices.of({ driveId, revisionId, ventureId, currency, at: tx.now }, tx);
      const revision = await this.listings.revision(revisionId, tx);
      assertExpectedPrice(answer, price);
      if (install.priceId !== null && (await this.repository.isSuspended(tx, install.tenantId)))
        throw new AppError(installsErrors.install_suspended);
      // As it is on file now: since the offer an agreement may have come, or ended.
      const [gap] = revision
        ? complianceGaps(revision.manifest, await this.compliance.at(tx, install.tenantId, tx.now))
        : [];
      if (gap) throw complianceRefusal(gap);
      if (prompt.blocked) throw new AppError(installsErrors.upgrade_in_assessment);
      const missing = prompt.permissions.filter((name) => !answer.permissions.includes(name));
      if (missing.length > 0) {
        throw new AppError(installsErrors.permissions_not_granted, {
          details: missing.map((name) => ({
            pointer: '/permissions',
            code: 'missing',
            message: `"${name}" is not granted.`,
          })),
        });
      }
      const after = { amount: price?.amountMinor ?? 0n, currency: price?.currency ?? null };
      const grantsMore = prompt.permissions.some((name) => !install.permissions.includes(name));
      if (grantsMore || isPriceRaised({ before: install, after })) assertRecentProof(actor);
      await this.prompts.answer(tx, prompt.id, 'accepted', actor.userId);
      await this.repository.update(tx, installId, {
        revisionId: prompt.toRevisionId,
        digest: prompt.digest,
        version: prompt.toVersion,
        permissions: prompt.permissions,
        priceId: price?.priceId ?? null,
        ...after,
      });
      await this.audit.record(tx, {
        actor,
        action: 'install.upgraded',
        subjectType: 'install',
        subjectId: installId,
        before: { version: install.version },
        after: { version: prompt.toVersion },
      });
      await this.outbox.emit(tx, InstallUpgraded, {
        install_id: installId,
        revision_id: prompt.toRevisionId,
        price_id: price?.priceId ?? null,
        amount_minor: (price?.amountMinor ?? 0n).toString(),
        currency: price?.currency ?? currency,
        upgraded_at: tx.now.toISOString(),
      });
    });
  }

  /** @throws AppError `install_not_found`, `no_upgrade` */
  async decline(installId: string, actor: Actor): Promise<void> {
    await this.transactor.run(async (tx) => {
      const { prompt } = await this.open(tx, installId, actor);
      await this.prompts.answer(tx, prompt.id, 'declined', actor.userId);
      await this.audit.record(tx, {
        actor,
        action: 'upgrade.declined',
        subjectType: 'install',
        subjectId: installId,
        after: { version: prompt.toVersion },
      });
    });
  }

  private async open(tx: Tx, installId: string, actor: Actor): Promise<{ install: InstallRow; prompt: PromptRow }> {
    const install = await this.repository.lock(tx, installId);
    if (!install || !scopeIds(actor, 'operator').includes(install.tenantId))
      throw new AppError(installsErrors.install_not_found);
    const prompt = install.state === 'active' ? await this.prompts.lockOpen(tx, installId) : undefined;
    if (!prompt) throw new AppError(installsErrors.no_upgrade);
    return { install, prompt };
  }
}
