import { Injectable } from '@nestjs/common';
import { prepareKey, type SigningKey } from '@portal/contract';
import { Clock, type Secret } from '@portal/kernel';
import { SealedBox } from '@portal/platform/crypto';
import { sealContext } from './make-key.js';

const LIFE_MS = 60_000;
const MAX_KEYS = 1_000;

/**
 * Opened keys, so that a hot Drive does not cost an unsealing per call. A key row's secret never changes, so an entry
 * cannot be outdated; whether the key may still be used is asked of the database before every call, not here. The life
 * only bounds how long a secret stays in memory.
 */
@Injectable()
export class KeyCache {
  private readonly opened = new Map<string, { key: SigningKey; openedAtMs: number }>();

  constructor(
    private readonly box: SealedBox,
    private readonly clock: Clock,
  ) {}

  /** @throws SealBroken when the row was tampered with or its key-encryption key is gone. */
  prepare(row: { id: string; sealed: string }): SigningKey {
    const nowMs = this.clock.wallNow().getTime();
    const known = this.opened.get(row.id);
    if (known && nowMs - known.openedAtMs < LIFE_MS) return known.key;
    const key = prepareKey(this.open(row).reveal());
    if (this.opened.size >= MAX_KEYS) this.opened.clear();
    this.opened.set(row.id, { key, openedAtMs: nowMs });
    return key;
  }

  /** The secret itself, opened anew every time. @throws SealBroken as `prepare` */
  open(row: { id: string; sealed: string }): Secret {
    return this.box.open(row.sealed, sealContext(row.id));
  }
}
