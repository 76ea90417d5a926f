import { Injectable } from '@nestjs/common';
import type { Actor, Tx } from '@portal/platform';
import { IssueKey } from './issue-key.js';
import type { IssuedKey, KeyView } from './key-view.js';
import { ListKeys } from './read/list-keys.js';
import { RotateKey, type RotateInput } from './rotate-key.js';

/** The keys of Drives, for other features. Whether the caller may touch this Drive is decided before, above. */
@Injectable()
export class SigningKeys {
  constructor(
    private readonly issueKey: IssueKey,
    private readonly rotateKey: RotateKey,
    private readonly listKeys: ListKeys,
  ) {}

  /** @throws AppError `signing_key_exists` (409) while a key is valid. */
  issue(tx: Tx, input: { driveId: string; actor: Actor }): Promise<IssuedKey> {
    return this.issueKey.execute(tx, input);
  }

  /** @throws AppError `signing_key_missing`, `rotation_in_progress` (409) */
  rotate(tx: Tx, input: RotateInput): Promise<IssuedKey> {
    return this.rotateKey.execute(tx, input);
  }

  /** Newest first, without secrets. */
  list(driveId: string): Promise<KeyView[]> {
    return this.listKeys.execute(driveId);
  }
}
