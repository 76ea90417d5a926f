import { Injectable } from '@nestjs/common';
import { DriveFindings } from '@portal/listings';
import { SYSTEM_ACTOR } from '@portal/platform/access';
import { Transactor } from '@portal/platform/database';
import { MAX_ATTEMPTS } from '../install/domain/call-schedule.js';
import type { TokenProof } from '../install/domain/token-refusal.js';
import { InstallsRepository, type InstallRow } from '../install/installs.repository.js';
import { CallPlansRepository, type CallTry } from '../install/plan/call-plans.repository.js';

const TEXT = {
  refused: 'The plugin refuses the token.',
  accepted: 'The plugin still accepts the token.',
} as const;

/**
 * Records the check of a token. A Drive that still accepts a token after the end has a finding until it refuses one.
 */
@Injectable()
export class RecordProof {
  constructor(
    private readonly transactor: Transactor,
    private readonly repository: InstallsRepository,
    private readonly plans: CallPlansRepository,
    private readonly findings: DriveFindings,
  ) {}

  /** The install whose token is to be checked; undefined, and the call is settled, when there is none. */
  async pending(call: CallTry): Promise<(InstallRow & { scopedToken: string }) | undefined> {
    return this.transactor.run(async (tx) => {
      const install = await this.repository.find(tx, call.installId);
      const scopedToken = install?.tokenProof === 'pending' ? install.scopedToken : null;
      if (install && scopedToken !== null) return { ...install, scopedToken };
      await this.plans.settle(tx, call, { done: true, text: 'There was nothing to check.' });
      return undefined;
    });
  }

  /** The token is deleted with the answer, or with the last attempt. */
  async execute(call: CallTry, { id, driveId }: InstallRow, proof: TokenProof): Promise<void> {
    await this.transactor.run(async (tx) => {
      const over = proof.kind !== 'unanswered' || call.attempt >= MAX_ATTEMPTS.probe;
      const text = proof.kind === 'unanswered' ? proof.reason : TEXT[proof.kind];
      await this.plans.settle(tx, call, { done: over, text });
      if (!over || (await this.repository.lock(tx, id))?.tokenProof !== 'pending') return;
      await this.repository.update(tx, id, { scopedToken: null, tokenProof: proof.kind });
      await tx.audit(SYSTEM_ACTOR, 'install.token_checked', ['install', id], {
        after: { token: proof.kind },
      });
      if (proof.kind === 'accepted') await this.findings.tokenStillAccepted(tx, driveId, id);
      if (proof.kind === 'refused') await this.findings.tokenRefused(tx, driveId);
    });
  }
}
