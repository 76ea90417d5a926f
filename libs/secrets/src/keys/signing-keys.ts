import { Injectable } from '@nestjs/common';
import type { Actor } from '@portal/platform/access';
import type { Tx } from '@portal/platform/database';
import { CloseKeys } from './close-keys.js';
import { EndKey, type EndInput } from './end-key.js';
import { IssueKey } from './issue-key.js';
import type { IssuedKey, KeyOwner, KeyView } from './key-view.js';
import { KeyAdoption, type Adoption } from './read/key-adoption.js';
import { KeyHistory, type KeyChange } from './read/key-history.js';
import { ListKeys } from './read/list-keys.js';
import { RotateKey, type RotateInput } from './rotate-key.js';

/** The keys of Drives, of tenants at Drives and of the fleet, for other features. The caller checks permissions. */
@Injectable()
export class SigningKeys {
  constructor(
    private readonly issueKey: IssueKey,
    private readonly rotateKey: RotateKey,
    private readonly endKey: EndKey,
    private readonly closeKeys: CloseKeys,
    private readonly listKeys: ListKeys,
    private readonly keyAdoption: KeyAdoption,
    private readonly keyHistory: KeyHistory,
  ) {}

  /** @throws AppError `signing_key_exists` (409) while a key is valid. */
  issue(tx: Tx, input: KeyOwner & { actor: Actor }): Promise<IssuedKey> {
    return this.issueKey.execute(tx, input);
  }

  /** @throws AppError `signing_key_missing`, `rotation_in_progress` (409) */
  rotate(tx: Tx, input: RotateInput): Promise<IssuedKey> {
    return this.rotateKey.execute(tx, input);
  }

  /**
   * Ends the older of two valid keys now.
   * @throws AppError `signing_key_not_found` (404), `signing_key_not_ending` (409)
   */
  end(tx: Tx, input: EndInput): Promise<void> {
    return this.endKey.execute(tx, input);
  }

  /** Ends all keys of a Drive that is no longer called; returns how many. */
  close(tx: Tx, input: { driveId: string; actor: Actor; reason: string }): Promise<number> {
    return this.closeKeys.execute(tx, input);
  }

  /** Which key the running installs of a Drive accept, according to live traffic. */
  adoption(driveId: string): Promise<Adoption> {
    return this.keyAdoption.execute(driveId);
  }

  /** Changes of the keys of a Drive, newest first. */
  history(driveId: string, limit: number): Promise<KeyChange[]> {
    return this.keyHistory.execute(driveId, limit);
  }

  /** Keys of a Drive, or of another owner; newest first, without secrets. */
  list(owner: string | KeyOwner): Promise<KeyView[]> {
    return this.listKeys.execute(typeof owner === 'string' ? { driveId: owner } : owner);
  }
}
