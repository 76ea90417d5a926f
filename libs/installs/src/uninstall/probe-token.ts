import { Injectable } from '@nestjs/common';
import { AppError, invariant } from '@portal/kernel';
import { Listings } from '@portal/listings';
import { SealedBox } from '@portal/platform/crypto';
import { OutboundError } from '@portal/platform/outbound';
import { DriveCaller } from '@portal/secrets';
import { readProbeAnswer, type TokenProof } from '../install/domain/token-refusal.js';
import { tokenSeal } from '../install/handshake/sealed-tokens.js';
import { InstallsRepository, type InstallRow } from '../install/installs.repository.js';
import { CallPlansRepository, type CallTry } from '../install/plan/call-plans.repository.js';
import { InstallCall } from '../install/plan/install-call.js';
import { RecordProof } from './record-proof.js';

const TIMEOUT_MS = 5_000;

/**
 * Shows that the token of a removed install is dead: metrics are requested with it, signed with the Drive's own key,
 * because the tenant's may have ended with the install (contract: DELETE install/:id invalidates the scoped token).
 */
@Injectable()
export class ProbeToken extends InstallCall {
  protected readonly kind = 'probe';

  constructor(
    repository: InstallsRepository,
    plans: CallPlansRepository,
    private readonly listings: Listings,
    private readonly drives: DriveCaller,
    private readonly box: SealedBox,
    private readonly record: RecordProof,
  ) {
    super(repository, plans);
  }

  async attempt(call: CallTry): Promise<boolean> {
    const install = await this.record.pending(call);
    if (!install) return true;
    const { proof, answered } = await this.ask(install, install.scopedToken);
    await this.record.execute(call, install, proof);
    return answered;
  }

  private async ask(install: InstallRow, sealed: string): Promise<{ proof: TokenProof; answered: boolean }> {
    const drive = await this.listings.callable(install.revisionId);
    invariant(drive, 'the revision of an install is never removed');
    try {
      const { status, body } = await this.drives.call({
        driveId: install.driveId,
        origin: drive.origin,
        path: drive.manifest.endpoints.metrics,
        method: 'GET',
        bearer: this.box.open(sealed, tokenSeal(install.id)).reveal(),
        timeoutMs: TIMEOUT_MS,
      });
      return { proof: readProbeAnswer(status, body), answered: true };
    } catch (error) {
      if (error instanceof AppError) return { proof: { kind: 'unanswered', reason: error.message }, answered: true };
      if (!(error instanceof OutboundError)) throw error;
      return {
        proof: { kind: 'unanswered', reason: `The plugin could not be asked: ${error.message}` },
        answered: false,
      };
    }
  }
}
