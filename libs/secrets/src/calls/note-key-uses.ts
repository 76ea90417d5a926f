import { Injectable } from '@nestjs/common';
import type { Tx } from '@portal/platform/database';
import { AdoptionRepository } from '../keys/adoption.repository.js';
import { SigningKeysRepository } from '../keys/signing-keys.repository.js';

/** What an accepted call shows of the key that signed it. */
export interface KeyUse {
  readonly keyId: string;
  readonly driveId: string;
  /** The install that was called, if it was one. */
  readonly installId: string | undefined;
  /** The last recorded use of the key is older than a minute. */
  readonly isStale: boolean;
}

/** Records the key uses of many accepted calls (`DriveCall.onAccepted`), in the transaction of the caller. */
@Injectable()
export class NoteKeyUses {
  constructor(
    private readonly adoption: AdoptionRepository,
    private readonly keys: SigningKeysRepository,
  ) {}

  async execute(tx: Tx, uses: readonly KeyUse[]): Promise<void> {
    const ofInstalls = uses.flatMap(({ installId, ...use }) =>
      installId === undefined ? [] : [{ ...use, installId }],
    );
    if (ofInstalls.length > 0) await this.adoption.noteInstalls(ofInstalls, tx);
    const stale = [...new Set(uses.filter(({ isStale }) => isStale).map(({ keyId }) => keyId))];
    if (stale.length > 0) await this.keys.noteUses(stale, tx);
  }
}
