import { Injectable } from '@nestjs/common';
import { Listings } from '@portal/listings';
import { assertRecentProof, type Actor } from '@portal/platform/access';
import { bypassRowSecurity, Transactor, type Tx } from '@portal/platform/database';
import { isPriceRaised } from './domain/upgrade-outcome.js';
import { SNOOZE_DAYS } from './domain/upgrade-reminders.js';
import { installsErrors } from '../errors.js';
import { InstallUpgraded, UpgradeDeclined } from '../events.js';
import type { AcceptUpgradeBody } from '../install/http/installs.dto.js';
import { assertGranted } from '../install/install-gates.js';
import { InstallsRepository, type InstallRow } from '../install/installs.repository.js';
import { onBehalf } from '../install/may-operate.js';
import { PromptsRepository, type PromptRow } from './prompts.repository.js';
import { ReassessUpgrades } from './reassess-upgrades.js';
import { UpgradeTerms } from './upgrade-terms.js';
import { UpgradePromptEntity } from './upgrade.entity.js';

const DAY_MS = 86_400_000;

/** The operator's answer to an upgrade. Until then the install keeps revision, permissions, settings and price. */
@Injectable()
export class AnswerPrompt {
  constructor(
    private readonly transactor: Transactor,
    private readonly repository: InstallsRepository,
    private readonly prompts: PromptsRepository,
    private readonly terms: UpgradeTerms,
    private readonly listings: Listings,
    private readonly reassess: ReassessUpgrades,
  ) {}

  /**
   * An upgrade that grants or costs more needs a recent proof of identity, unless the host vouches for the operator.
   * @param operatorEmail operator for whom the host acts, see `mayOperate`
   * @throws AppError `install_not_found`, `no_upgrade`, `plugin_changed`, `permissions_not_granted`, `baa_required`,
   * `residency_missing`, `compliance_missing`, `claims_unproven`, `install_suspended`, `no_price_in_currency`, `settings_required`,
   * `config_invalid`, `changed_meanwhile`; `step_up_required` or, for an API token, `session_required` where it is more than before
   */
  async accept(installId: string, answer: AcceptUpgradeBody, actor: Actor, operatorEmail?: string): Promise<void> {
    await this.transactor.run(async (tx) => {
      const { install, prompt } = await this.open(tx, installId, actor, operatorEmail);
      if (prompt.digest !== answer.digest) throw installsErrors.plugin_changed();
      const { toRevisionId: revisionId, toVersion: version, digest, permissions } = prompt;
      const { price, currency } = await this.terms.price(tx, { install, revisionId, expectedPrice: answer });
      if (prompt.blocked) throw installsErrors.upgrade_in_assessment();
      assertGranted(permissions, answer.permissions);
      const after = { amount: price?.amountMinor ?? 0n, currency: price?.currency ?? null };
      const grantsMore = permissions.some((name) => !install.permissions.includes(name));
      const isMore = grantsMore || isPriceRaised({ before: install, after });
      if (isMore && operatorEmail === undefined) assertRecentProof(actor);
      const { config, settings_version: settingsVersion = -1 } = answer;
      const given = config === undefined ? undefined : { config, version: settingsVersion };
      await this.terms.takeSettings(tx, { install, revisionId, given }, actor);
      await this.prompts.answer(tx, prompt.id, 'accepted', actor.userId);
      const priceId = price?.priceId ?? null;
      await this.repository.update(tx, installId, { revisionId, digest, version, permissions, priceId, ...after });
      await tx.audit(actor, 'install.upgraded', ['install', installId], {
        before: { version: install.version },
        after: { version, ...onBehalf(operatorEmail) },
      });
      await tx.emit(InstallUpgraded, {
        install_id: installId,
        revision_id: revisionId,
        price_id: priceId,
        amount_minor: (price?.amountMinor ?? 0n).toString(),
        currency: price?.currency ?? currency,
        upgraded_at: tx.now.toISOString(),
      });
    });
  }

  /** @throws AppError `install_not_found`, `no_upgrade` */
  async decline(installId: string, actor: Actor, operatorEmail?: string): Promise<void> {
    await this.transactor.run(async (tx) => {
      const { prompt } = await this.open(tx, installId, actor, operatorEmail);
      await this.prompts.answer(tx, prompt.id, 'declined', actor.userId);
      await tx.audit(actor, 'upgrade.declined', ['install', installId], {
        after: { version: prompt.toVersion, ...onBehalf(operatorEmail) },
      });
      await tx.emit(UpgradeDeclined, { install_id: installId, version: prompt.toVersion });
    });
  }

  /**
   * Delays the next reminder by a week.
   * @throws AppError `install_not_found`, `no_upgrade` (404), `upgrade_blocked` (409) when nobody can accept it
   */
  async snooze(installId: string, actor: Actor, operatorEmail?: string): Promise<void> {
    await this.transactor.run(async (tx) => {
      const { prompt } = await this.open(tx, installId, actor, operatorEmail);
      if (prompt.blocked) throw installsErrors.upgrade_blocked();
      const remindAt = new Date(tx.now.getTime() + SNOOZE_DAYS * DAY_MS);
      await tx.manager.update(UpgradePromptEntity, { id: prompt.id }, { remindAt });
      await tx.audit(actor, 'upgrade.snoozed', ['install', installId], {
        after: { version: prompt.toVersion, remind_at: remindAt.toISOString(), ...onBehalf(operatorEmail) },
      });
    });
  }

  /**
   * A declined upgrade waits for an answer again, as long as it is the offered one.
   * @throws AppError `install_not_found`, `no_upgrade` (404), also when none was declined or a newer version is offered
   */
  async reconsider(installId: string, actor: Actor, operatorEmail?: string): Promise<void> {
    const tenantId = await this.transactor.run(async (tx) => {
      const install = await this.asked(tx, installId, actor, operatorEmail);
      const prompt = await this.prompts.lock(tx, installId, 'declined');
      if (!prompt || !(await this.listings.isLatestOffer(install.driveId, prompt.toRevisionId, tx)))
        throw installsErrors.no_upgrade();
      await this.prompts.reopen(tx, prompt.id);
      await tx.audit(actor, 'upgrade.reopened', ['install', installId], {
        after: { version: prompt.toVersion, ...onBehalf(operatorEmail) },
      });
      return install.tenantId;
    });
    // While it was declined its outcome for the tenant was not updated; the rule reads rows that no operator may.
    await bypassRowSecurity(() => this.reassess.execute(tenantId));
  }

  private async open(
    tx: Tx,
    installId: string,
    actor: Actor,
    operatorEmail: string | undefined,
  ): Promise<{ install: InstallRow; prompt: PromptRow }> {
    const install = await this.asked(tx, installId, actor, operatorEmail);
    const prompt = await this.prompts.lock(tx, installId, 'open');
    if (!prompt) throw installsErrors.no_upgrade();
    return { install, prompt };
  }
  private async asked(tx: Tx, installId: string, actor: Actor, operatorEmail: string | undefined): Promise<InstallRow> {
    const install = await this.repository.lockOperated(tx, installId, actor, operatorEmail);
    await this.repository.assertMay(tx, install, 'answer_upgrades');
    return install;
  }
}
