import { Injectable } from '@nestjs/common';
import { buildInstallRequest } from '@portal/contract';
import { Config, failpoint } from '@portal/platform/config';
import { DriveCaller } from '@portal/secrets';
import { ClaimHandshake } from './claim-handshake.js';
import { readInstallAnswer } from '../domain/install-answer.js';
import { InstallsRepository } from '../installs.repository.js';
import { RecordHandshake } from './record-handshake.js';

const TIMEOUT_MS = 10_000;

/**
 * Tells the Drive about an install. A lost answer is asked for again with the same tenant and venture, for which a Drive
 * gives the same install; until it has answered, nothing is billed.
 */
@Injectable()
export class PerformHandshake {
  constructor(
    private readonly repository: InstallsRepository,
    private readonly claim: ClaimHandshake,
    private readonly drives: DriveCaller,
    private readonly config: Config,
    private readonly record: RecordHandshake,
  ) {}

  /** Which Drive will be called; undefined for no install. */
  driveOf(installId: string): Promise<string | undefined> {
    return this.repository.driveOf(installId);
  }

  /** Throws when the outcome is open, so that it is tried again later. */
  async execute(installId: string): Promise<void> {
    failpoint('install.intent_committed');
    const claim = await this.claim.execute(installId);
    if (!claim) return;
    failpoint('install.claimed');
    const { install, ventureName, origin, path, signingKey, config } = claim;
    await this.record.signing(installId);
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
        config,
        permissions: install.permissions,
        ...(signingKey === undefined ? {} : { signingKey: signingKey.reveal() }),
      }),
    });
    failpoint('install.after_send');
    const read = readInstallAnswer(answer.status, answer.body, origin);
    failpoint('install.answer_read');
    switch (read.kind) {
      case 'active':
        return this.record.activate(install, read.result);
      case 'failed':
        return this.record.fail(installId, read.reason);
      case 'unknown':
        await this.record.unknown(installId, read.reason);
        throw new Error(read.reason);
      case 'retry':
        throw new Error(read.reason);
    }
  }
}
