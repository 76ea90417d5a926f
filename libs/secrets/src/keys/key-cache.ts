import { Injectable } from '@nestjs/common';
import { prepareKey, type SigningKey } from '@portal/contract';
import { Clock, type Secret } from '@portal/kernel';
import { SealedBox } from '@portal/platform/crypto';
import { sealContext } from './make-key.js';

const LIFE_MS = 60_000;
const MAX_KEYS = 1_000;

/**
 * Cache of decrypted keys, which avoids decrypting one per call. Entries cannot be outdated because a key's secret
 * never changes. The cache does not decide whether a key is valid: every call asks the database. The lifetime only
 * limits how long a secret stays in memory.
 */
@Injectable()
export class KeyCache {
  private readonly opened = new Map<string, { key: SigningKey; openedAtMs: number }>();

  constructor(
    private readonly box: SealedBox,
    private readonly clock: Clock,
  ) {}

  /** @throws SealBroken when the row was changed or its key-encryption key is missing. */
  prepare(row: { id: string; sealed: string }): SigningKey {
    const nowMs = this.clock.wallNow().getTime();
    const known = this.opened.get(row.id);
    if (known && nowMs - known.openedAtMs < LIFE_MS) return known.key;
    const key = prepareKey(this.open(row).reveal());
    if (this.opened.size >= MAX_KEYS) this.opened.clear();
    this.opened.set(row.id, { key, openedAtMs: nowMs });
    return key;
  }

  /**
   * The secret itself, decrypted each time.
   * @throws SealBroken as `prepare`
   */
  open(row: { id: string; sealed: string }): Secret {
    return this.box.open(row.sealed, sealContext(row.id));
  }
}
