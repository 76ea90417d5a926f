import { Injectable } from '@nestjs/common';
import type { InstallResult } from '@portal/contract';
import { Secret } from '@portal/kernel';
import { SYSTEM_ACTOR } from '@portal/platform/access';
import { FailInstall } from './fail-install.js';
import { failpoint } from '@portal/platform/config';
import { SealedBox } from '@portal/platform/crypto';
import { Transactor, type Tx } from '@portal/platform/database';
import { TenantKeys } from '@portal/secrets';
import { InstallActivated } from '../../events.js';
import type { InstallState } from '../domain/install-state.js';
import { mayRenewToken } from '../domain/token-refusal.js';
import { InstallsRepository, type InstallRow } from '../installs.repository.js';
import { CallPlansRepository, type CallTry } from '../plan/call-plans.repository.js';
import { tokenSeal } from './sealed-tokens.js';

/** Why an attempt had no outcome, and what it still revealed. */
interface OpenOutcome {
  reason: string;
  /** Ids that the answer named. */
  ids: readonly string[];
  /** Neither this request nor an earlier one has reached the Drive. */
  unsent?: boolean;
  reportedId?: string;
  attention?: boolean;
}

/** Values from the Drive; the token is encrypted. */
type Given = Pick<InstallRow, 'driveInstallId' | 'seenIds' | 'scopedToken' | 'mountUrl'>;

/** A new request for an install. */
export interface ClaimedHandshake {
  install: InstallRow;
  /** Nothing has reached the Drive before this request. */
  first: boolean;
}

const ASKED: readonly InstallState[] = ['sending', 'unknown'];

/** Records the progress of a handshake. Outcomes are written once, according to the current state of the install. */
@Injectable()
export class RecordHandshake {
  constructor(
    private readonly transactor: Transactor,
    private readonly repository: InstallsRepository,
    private readonly plans: CallPlansRepository,
    private readonly tenantKeys: TenantKeys,
    private readonly box: SealedBox,
    private readonly failInstall: FailInstall,
  ) {}

  /**
   * The intent, committed before the Drive is called: from here on its answer may be lost. Undefined when there is
   * nothing to ask any more. A running install is asked when a new token may help.
   */
  async claim(installId: string): Promise<ClaimedHandshake | undefined> {
    return this.transactor.run(async (tx) => {
      const first = await this.repository.move(tx, installId, ['requested'], 'sending');
      const install = await this.repository.find(tx, installId);
      if (!install) return undefined;
      const asked = install.state === 'active' ? mayRenewToken(install) : ASKED.includes(install.state);
      return asked ? { install, first } : undefined;
    });
  }

  async nothingToDo(call: CallTry): Promise<void> {
    await this.transactor.run((tx) =>
      this.plans.settle(tx, call, { done: true, text: 'There was nothing to ask for.' }),
    );
  }

  /** The Drive has accepted: its token is encrypted. The effect depends on the current state of the install. */
  async accept(call: CallTry, { id }: Pick<InstallRow, 'id'>, result: InstallResult): Promise<void> {
    const scopedToken = this.box.seal(new Secret(result.scopedToken), tokenSeal(id));
    const change = {
      driveInstallId: result.installId,
      seenIds: [...result.ids],
      scopedToken,
      // A refused one is kept for display; readers check `mountUrlRefusal`.
      mountUrl: result.mountUrl ?? result.refusedMountUrl,
    };
    await this.transactor.run(async (tx) => {
      const install = await this.repository.lock(tx, id);
      await this.plans.settle(tx, call, { done: true, text: 'The plugin answered; its token is stored.' });
      switch (install?.state) {
        case 'sending':
        case 'unknown':
          await this.activate(tx, install, change);
          failpoint('install.token_sealed');
          return;
        case 'active':
          await this.repository.update(tx, id, { ...change, tokenRefusedAt: null });
          return tx.audit(SYSTEM_ACTOR, 'install.token_renewed', ['install', id], {
            after: { drive_install_id: result.installId },
          });
        case 'revoking':
          // Ended during the call: now the id to revoke is known.
          await this.repository.update(tx, id, change);
          return this.plans.hurry(tx, id, 'revoke');
        default:
      }
    });
  }

  /** The Drive has refused. */
  async fail(call: CallTry, reason: string): Promise<void> {
    const { installId } = call;
    await this.transactor.run(async (tx) => {
      const failed = await this.failInstall.execute(tx, installId, ['sending', 'unknown'], reason, SYSTEM_ACTOR);
      // A running install continues; a person decides about the missing token.
      await this.plans.settle(tx, call, { text: reason, ...(failed ? { done: true } : { attention: true }) });
    });
  }

  /** The outcome is unknown, or the Drive has not installed: it is called again. */
  async open(call: CallTry, { reason, ids, unsent, reportedId, attention }: OpenOutcome): Promise<void> {
    const { installId } = call;
    await this.transactor.run(async (tx) => {
      const to = unsent ? 'requested' : 'unknown';
      await this.repository.move(tx, installId, ['sending'], to, { failure: reason });
      await this.repository.move(tx, installId, ['unknown'], 'unknown', { failure: reason });
      if (ids.length > 0) await this.repository.addIds(tx, installId, ids);
      await this.plans.settle(tx, call, {
        text: reason,
        ...(reportedId === undefined ? {} : { reportedId }),
        ...(attention ? { attention } : {}),
      });
    });
  }

  /** The install, locked and in `sending` or `unknown`, begins to run, and billing with it. */
  private async activate(tx: Tx, install: InstallRow, given: Given): Promise<void> {
    const activatedAt = tx.now;
    const change = { ...given, failure: null, activatedAt };
    if (!(await this.repository.move(tx, install.id, ['sending', 'unknown'], 'active', change))) return;
    await this.tenantKeys.handedOver(tx, { driveId: install.driveId, tenantId: install.tenantId });
    await tx.audit(SYSTEM_ACTOR, 'install.activated', ['install', install.id], {
      after: { drive_install_id: given.driveInstallId },
    });
    await tx.emit(InstallActivated, {
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
  }
}
