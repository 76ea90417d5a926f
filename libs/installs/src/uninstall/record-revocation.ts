import { Injectable } from '@nestjs/common';
import { Secret } from '@portal/kernel';
import { SYSTEM_ACTOR } from '@portal/platform/access';
import { SealedBox } from '@portal/platform/crypto';
import { Transactor } from '@portal/platform/database';
import { tokenSeal } from '../install/handshake/sealed-tokens.js';
import { InstallsRepository, type InstallRow } from '../install/installs.repository.js';
import { CallPlansRepository, type CallTry } from '../install/plan/call-plans.repository.js';
import { CloseInstall, type Confirmation } from './close-install.js';

/** Records the progress of a revocation at the Drive. */
@Injectable()
export class RecordRevocation {
  constructor(
    private readonly transactor: Transactor,
    private readonly repository: InstallsRepository,
    private readonly plans: CallPlansRepository,
    private readonly box: SealedBox,
    private readonly close: CloseInstall,
  ) {}

  /** The Drive has confirmed. Does nothing when it was recorded before. */
  async execute(call: CallTry, install: InstallRow, confirmation: Confirmation): Promise<void> {
    await this.transactor.run(async (tx) => {
      await this.plans.settle(tx, call, { done: true, text: TEXT[confirmation.how] });
      await this.close.execute(tx, install, confirmation, SYSTEM_ACTOR);
    });
  }

  /** The Drive has not confirmed: it is called again. */
  async open(call: CallTry, reason: string): Promise<void> {
    await this.transactor.run((tx) => this.plans.settle(tx, call, { text: reason }));
  }

  /** The Drive has named its id of the install, before it is asked to end it. */
  async named(
    install: InstallRow,
    { ids, installId, scopedToken }: { ids: readonly string[]; installId?: string; scopedToken?: string },
  ): Promise<InstallRow> {
    const change = {
      driveInstallId: installId ?? ids[0]!,
      seenIds: [...ids],
      ...(scopedToken === undefined
        ? {}
        : { scopedToken: this.box.seal(new Secret(scopedToken), tokenSeal(install.id)) }),
    };
    await this.transactor.run((tx) => this.repository.move(tx, install.id, ['revoking'], 'revoking', change));
    return { ...install, ...change };
  }
}

const TEXT = {
  revoked: 'The plugin confirmed the removal.',
  gone: 'The plugin knows no such install.',
  given_up: 'Given up.',
} as const;
