import { Injectable } from '@nestjs/common';
import { PerformHandshake } from '../install/handshake/perform-handshake.js';
import type { CallTry } from '../install/plan/call-plans.repository.js';
import { ProbeToken } from '../uninstall/probe-token.js';
import { RevokeInstall } from '../uninstall/revoke-install.js';

/** Which use case makes which call. */
@Injectable()
export class CallKinds {
  constructor(
    private readonly handshake: PerformHandshake,
    private readonly revoke: RevokeInstall,
    private readonly probe: ProbeToken,
  ) {}

  /** Returns whether the Drive answered. */
  attempt(call: CallTry): Promise<boolean> {
    return this[call.kind].attempt(call);
  }
}
