import { Injectable } from '@nestjs/common';
import { hasRole, scopeIds, type Actor } from '@portal/platform/access';
import { Transactor, type Tx } from '@portal/platform/database';
import { installsErrors } from '../errors.js';
import type { CallKind } from '../install/domain/call-schedule.js';
import { mayRenewToken } from '../install/domain/token-refusal.js';
import { FailInstall } from '../install/handshake/fail-install.js';
import { InstallsRepository, type InstallRow } from '../install/installs.repository.js';
import { CallPlansRepository } from '../install/plan/call-plans.repository.js';
import { CloseInstall } from '../uninstall/close-install.js';

/** What people decide on an install whose Drive has not answered, or refuses its token. */
@Injectable()
export class UnfinishedService {
  constructor(
    private readonly transactor: Transactor,
    private readonly installs: InstallsRepository,
    private readonly plans: CallPlansRepository,
    private readonly close: CloseInstall,
    private readonly fail: FailInstall,
  ) {}

  /** The Drive is called at once, even when all attempts were made. @throws AppError as `decide` */
  async tryNow(installId: string, actor: Actor): Promise<void> {
    await this.decide(installId, actor, async (tx, _install, { kind }) => {
      await this.plans.hurry(tx, installId, kind);
      await tx.audit(actor, 'install.tried_now', ['install', installId], { after: { call: kind } });
    });
  }

  /**
   * A Drive that does not answer is not called any more: the venture is free again, and the state at the Drive is
   * unknown. @throws AppError as `decide`
   */
  async giveUp(installId: string, actor: Actor): Promise<void> {
    await this.decide(installId, actor, async (tx, install, { kind }) => {
      await this.plans.end(tx, installId, kind, 'given_up');
      await tx.audit(actor, 'install.call_given_up', ['install', installId], { after: { call: kind } });
      await this.leave(tx, install, kind, actor);
    });
  }

  /**
   * Sets the id under which the Drive keeps an install; the next attempt uses it. Operators may only take what the
   * Drive itself reported: with another id they would end an install of others.
   * @throws AppError as `decide`, `id_not_reported`, `id_of_another_install` (409)
   */
  async takeOverId(installId: string, id: string, actor: Actor): Promise<void> {
    await this.decide(installId, actor, async (tx, install, { kind, reportedId }) => {
      if (kind === 'probe') throw installsErrors.nothing_open();
      if (!forHost(actor) && id !== reportedId) throw installsErrors.id_not_reported();
      const others = () => this.installs.isOfAnotherInstall(tx, install, id);
      if (await tx.bypassRowSecurity(others)) throw installsErrors.id_of_another_install();
      const seenIds = kind === 'revoke' ? [id, ...install.seenIds.filter((one) => one !== id)] : [id];
      const named = install.state === 'active' || kind === 'revoke' ? { driveInstallId: id } : {};
      await this.installs.update(tx, installId, { seenIds, ...named });
      await this.plans.hurry(tx, installId, kind);
      const change = { before: { ids: install.seenIds }, after: { id } };
      await tx.audit(actor, 'install.id_taken_over', ['install', installId], change);
    });
  }

  /**
   * A running install whose token the Drive refuses is requested again, for the same tenant and venture; requested
   * twice, it is done once. @throws AppError `install_not_found` (404), `token_not_refused`, `calls_refused` (409)
   */
  async renewToken(installId: string, actor: Actor): Promise<void> {
    await this.transactor.run(async (tx) => {
      const install = await this.lock(tx, installId, actor);
      if (install.state !== 'active' || !mayRenewToken(install))
        throw install.refusal === null ? installsErrors.token_not_refused() : installsErrors.calls_refused();
      if (await this.plans.lockOpen(tx, installId)) return;
      await this.plans.open(tx, { installId, driveId: install.driveId, kind: 'handshake' });
      await tx.audit(actor, 'install.token_asked_for', ['install', installId]);
    });
  }

  /** @throws AppError `install_not_found` (404), `nothing_open`, `call_in_progress` (409) */
  private async decide(
    installId: string,
    actor: Actor,
    decision: (tx: Tx, install: InstallRow, call: { kind: CallKind; reportedId: string | null }) => Promise<void>,
  ): Promise<void> {
    await this.transactor.run(async (tx) => {
      const install = await this.lock(tx, installId, actor);
      const open = await this.plans.lockOpen(tx, installId);
      if (!open) throw installsErrors.nothing_open();
      if (await this.plans.isClaimed(tx, installId, open.kind)) throw installsErrors.call_in_progress();
      await decision(tx, install, open);
    });
  }

  /** For the host and admins any install, for operators those of their tenants. */
  private async lock(tx: Tx, installId: string, actor: Actor): Promise<InstallRow> {
    const install = await this.installs.lock(tx, installId);
    if (!install || !(forHost(actor) || scopeIds(actor, 'operator').includes(install.tenantId)))
      throw installsErrors.install_not_found();
    return install;
  }

  private async leave(tx: Tx, install: InstallRow, kind: CallKind, actor: Actor): Promise<void> {
    const { id } = install;
    switch (kind) {
      case 'handshake': {
        // A running install that gets no new token runs on without.
        const failure = 'Given up before the plugin answered.';
        await this.fail.execute(tx, id, ['requested', 'sending', 'unknown'], failure, actor);
        return;
      }
      case 'revoke':
        // Keys of the tenant end with its last install, and they are the product's.
        return tx.bypassRowSecurity(() => this.close.execute(tx, install, { how: 'given_up' }, actor));
      case 'probe':
        return this.installs.update(tx, id, { scopedToken: null, tokenProof: 'unanswered' });
    }
  }
}

/** Whether somebody decides for every tenant. */
const forHost = (actor: Actor): boolean => hasRole(actor, 'host') || hasRole(actor, 'admin');
