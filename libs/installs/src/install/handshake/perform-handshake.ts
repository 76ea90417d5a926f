import { Injectable } from '@nestjs/common';
import { failpoint } from '@portal/platform/config';
import type { InstallResult } from '@portal/contract';
import { CallPlansRepository, type CallTry } from '../plan/call-plans.repository.js';
import { InstallCall } from '../plan/install-call.js';
import { InstallsRepository, type InstallRow } from '../installs.repository.js';
import { RecordHandshake, type ClaimedHandshake } from './record-handshake.js';
import { RevokeAtDrive } from './revoke-at-drive.js';
import { SendHandshake } from './send-handshake.js';

/**
 * Notifies the Drive of an install. A lost answer is requested again with the same tenant and venture, for which a
 * Drive gives the same install; until it has answered, nothing is billed. A running install whose token is refused gets
 * a new one the same way.
 */
@Injectable()
export class PerformHandshake extends InstallCall {
  protected readonly kind = 'handshake';

  constructor(
    repository: InstallsRepository,
    plans: CallPlansRepository,
    private readonly send: SendHandshake,
    private readonly revoke: RevokeAtDrive,
    private readonly record: RecordHandshake,
  ) {
    super(repository, plans);
  }

  async attempt(call: CallTry): Promise<boolean> {
    failpoint('install.intent_committed');
    const claimed = await this.record.claim(call.installId);
    if (!claimed) {
      await this.record.nothingToDo(call);
      return true;
    }
    failpoint('install.claimed');
    const { install, first } = claimed;
    const { answer, answered } = await this.send.execute(install);
    failpoint('install.answer_read');
    switch (answer.kind) {
      case 'active':
        await this.take(call, install, answer.result);
        break;
      case 'failed':
        await this.refused(call, claimed, answer);
        break;
      case 'unknown':
        await this.record.open(call, { reason: answer.reason, ids: answer.ids });
        break;
      case 'retry':
        await this.record.open(call, { reason: answer.reason, ids: [], unsent: first });
        break;
    }
    return answered;
  }

  /** A refusal is the end, unless an earlier request may have left something: its known ids are deleted first. */
  private async refused(
    call: CallTry,
    { install, first }: ClaimedHandshake,
    { status, reason }: { status: number; reason: string },
  ): Promise<void> {
    if (install.state !== 'active' && install.seenIds.length > 0) {
      const orphan = await this.revoke.execute(install, install.seenIds);
      if (orphan.kind === 'open') return this.record.open(call, { reason: `${reason} ${orphan.reason}`, ids: [] });
    } else if (install.state !== 'active' && status === 409 && !first) {
      // The Drive has the install of a lost answer and does not name it.
      return this.record.open(call, { reason, ids: [], attention: true });
    }
    await this.record.fail(call, reason);
  }

  /** Ids are compared with those that the Drive gave before: it must mean the same install. */
  private async take(call: CallTry, install: InstallRow, result: InstallResult): Promise<void> {
    const known = install.seenIds;
    if (known.length === 0 || result.ids.some((id) => known.includes(id)))
      return this.record.accept(call, install, result);
    const { installId: reportedId } = result;
    // The workspace of a running install is never given up automatically.
    if (install.state === 'active')
      return this.record.open(call, { reason: OTHER_INSTALL, ids: [], reportedId, attention: true });
    const orphan = await this.revoke.execute(install, known);
    if (orphan.kind !== 'open') return this.record.accept(call, install, result);
    await this.record.open(call, { reason: `${OTHER_INSTALL} ${orphan.reason}`, ids: [], reportedId });
  }
}

const OTHER_INSTALL = 'The plugin named another install than before.';
