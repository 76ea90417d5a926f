import { Injectable } from '@nestjs/common';
import { Clock } from '@portal/kernel';
import { keyState } from '../domain/rotation.js';
import type { KeyView } from '../key-view.js';
import { SigningKeysRepository } from '../persistence/signing-keys.repository.js';

/** All keys that a Drive ever had, newest first. */
@Injectable()
export class ListKeys {
  constructor(
    private readonly keys: SigningKeysRepository,
    private readonly clock: Clock,
  ) {}

  async execute(driveId: string): Promise<KeyView[]> {
    const now = this.clock.now();
    const rows = await this.keys.ofOwner('drive', driveId);
    return rows.map((row) => ({
      keyId: row.id,
      version: row.version,
      fingerprint: row.fingerprint,
      state: keyState(row, now),
      notBefore: row.notBefore,
      notAfter: row.notAfter,
      revokedAt: row.revokedAt,
      lastUsedAt: row.lastUsedAt,
      adoptedAt: row.adoptedAt,
      createdAt: row.createdAt,
    }));
  }
}
