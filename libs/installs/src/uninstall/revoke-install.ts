import { Injectable } from '@nestjs/common';
import { failpoint } from '@portal/platform/config';
import { Transactor } from '@portal/platform/database';
import { RevokeAtDrive } from '../install/handshake/revoke-at-drive.js';
import { SendHandshake } from '../install/handshake/send-handshake.js';
import { InstallsRepository, type InstallRow } from '../install/installs.repository.js';
import { CallPlansRepository, type CallTry } from '../install/plan/call-plans.repository.js';
import { InstallCall } from '../install/plan/install-call.js';
import { RecordRevocation } from './record-revocation.js';

/** Delay while the request to install has no answer yet. */
const IN_FLIGHT_S = 15;

/** Notifies the Drive that an install has ended, and first requests its id there when no answer has named it. */
@Injectable()
export class RevokeInstall extends InstallCall {
  protected readonly kind = 'revoke';

  constructor(
    private readonly transactor: Transactor,
    repository: InstallsRepository,
    plans: CallPlansRepository,
    private readonly send: SendHandshake,
    private readonly revoke: RevokeAtDrive,
    private readonly record: RecordRevocation,
  ) {
    super(repository, plans);
  }

  async attempt(call: CallTry): Promise<boolean> {
    const install = await this.transactor.run(async (tx) => {
      const found = await this.repository.find(tx, call.installId);
      if (found?.state === 'revoking' && !(await this.plans.isClaimed(tx, call.installId, 'handshake'))) return found;
      if (found?.state === 'revoking') await this.plans.reschedule(tx, call, IN_FLIGHT_S);
      else await this.plans.settle(tx, call, { done: true, text: 'There was nothing to end.' });
      return undefined;
    });
    if (!install) return true;
    const ids = idsOf(install);
    return ids.length > 0 ? this.notify(call, install, ids) : this.ask(call, install);
  }

  private async notify(call: CallTry, install: InstallRow, ids: readonly string[]): Promise<boolean> {
    const revoked = await this.revoke.execute(install, ids);
    if (revoked.kind === 'open') await this.record.open(call, revoked.reason);
    else await this.record.execute(call, install, { how: revoked.kind, status: revoked.status });
    failpoint('uninstall.recorded');
    return revoked.answered;
  }

  /**
   * The request to install may have left an install of an unknown id. Asked again for the same tenant and venture, the Drive
   * names it; one that refuses has none.
   */
  private async ask(call: CallTry, install: InstallRow): Promise<boolean> {
    const { answer, answered } = await this.send.execute(install);
    switch (answer.kind) {
      case 'active':
        return this.notify(call, await this.record.named(install, answer.result), answer.result.ids);
      case 'unknown':
        if (answer.ids.length > 0) return this.notify(call, await this.record.named(install, answer), answer.ids);
        await this.record.open(call, answer.reason);
        return answered;
      case 'failed':
        // A conflict may be about the very install that is to be ended.
        if (answer.status === 409) await this.record.open(call, answer.reason);
        else await this.record.execute(call, install, { how: 'gone', status: answer.status });
        return answered;
      case 'retry':
        await this.record.open(call, answer.reason);
        return answered;
    }
  }
}

function idsOf({ driveInstallId, seenIds }: InstallRow): string[] {
  return [...new Set([...(driveInstallId === null ? [] : [driveInstallId]), ...seenIds])];
}
