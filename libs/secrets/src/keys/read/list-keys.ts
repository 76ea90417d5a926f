import { Injectable } from '@nestjs/common';
import { keyState } from '../domain/rotation.js';
import type { KeyOwner, KeyView } from '../key-view.js';
import { RingsRepository } from '../rings.repository.js';
import { SigningKeysRepository } from '../signing-keys.repository.js';

/** All keys of an owner, including ended ones, newest first. */
@Injectable()
export class ListKeys {
  constructor(
    private readonly keys: SigningKeysRepository,
    private readonly rings: RingsRepository,
  ) {}

  async execute(owner: KeyOwner): Promise<KeyView[]> {
    const ring = await this.rings.find(owner);
    const rows = ring ? await this.keys.ofOwner(ring.scope, ring.ownerId) : [];
    return rows.map((row) => ({
      keyId: row.id,
      version: row.version,
      fingerprint: row.fingerprint,
      state: keyState(row, row.now),
      notBefore: row.notBefore,
      notAfter: row.notAfter,
      revokedAt: row.revokedAt,
      lastUsedAt: row.lastUsedAt,
      adoptedAt: row.adoptedAt,
      createdAt: row.createdAt,
    }));
  }
}
