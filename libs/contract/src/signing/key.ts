import { createHash, createHmac, createSecretKey, hash, type KeyObject } from 'node:crypto';

const BLOCK = 64;
const DIGEST = 32;

/**
 * Maximum length of a request path (with query) that is hashed, in UTF-16 code units. Longer ones are refused before
 * hashing.
 */
export const MAX_PATH_LENGTH = 4096;
const MAX_MESSAGE_BYTES = 32 + MAX_PATH_LENGTH * 3;

// HMAC(key, m) = H((key ^ opad) || H((key ^ ipad) || m)). Two one-shot hashes are faster than createHmac if nothing is
// allocated, so all keys share one buffer; everything here is synchronous, so it is never used concurrently.
const scratch = Buffer.alloc(BLOCK + MAX_MESSAGE_BYTES);
let scratchOwner: SigningKey | undefined;
const canHashOnce = typeof hash === 'function';

/** Thrown for an unusable secret: empty, or not text or bytes. The message never contains the secret. */
export class InvalidSecretError extends Error {
  override readonly name = 'InvalidSecretError';
}

/**
 * A secret prepared for signing and verifying (contract: Authentication 3 and 4). Prepare it once and reuse it, which
 * makes calls cheap. It never prints its secret.
 */
export class SigningKey {
  readonly #innerPad: Buffer;
  readonly #outer: Buffer;
  readonly #fallback: KeyObject | undefined;

  /** @param secret text (hashed as its UTF-8 bytes, never decoded as hex or base64) or the bytes themselves. */
  constructor(secret: string | Uint8Array) {
    if (typeof secret !== 'string' && !(secret instanceof Uint8Array)) {
      throw new InvalidSecretError('The signing secret must be a string or bytes.');
    }
    let bytes = typeof secret === 'string' ? Buffer.from(secret, 'utf8') : Buffer.from(secret);
    if (bytes.length === 0) throw new InvalidSecretError('The signing secret is empty.');
    this.#fallback = canHashOnce ? undefined : createSecretKey(bytes);
    if (bytes.length > BLOCK) bytes = createHash('sha256').update(bytes).digest();
    this.#innerPad = Buffer.alloc(BLOCK, 0x36);
    this.#outer = Buffer.alloc(BLOCK + DIGEST, 0x5c);
    for (const [i, byte] of bytes.entries()) {
      this.#innerPad[i] = byte ^ 0x36;
      this.#outer[i] = byte ^ 0x5c;
    }
    bytes.fill(0);
  }

  /**
   * HMAC-SHA256 of `message` in UTF-8, as 64 lower-case hex digits.
   * @param message at most `MAX_PATH_LENGTH` code units plus a timestamp.
   */
  hmacHex(message: string): string {
    if (this.#fallback) return createHmac('sha256', this.#fallback).update(message).digest('hex');
    if (scratchOwner !== this) {
      this.#innerPad.copy(scratch);
      scratchOwner = this;
    }
    const length = scratch.write(message, BLOCK, 'utf8');
    this.#outer.write(hash('sha256', scratch.subarray(0, BLOCK + length), 'hex'), BLOCK, 'hex');
    return hash('sha256', this.#outer, 'hex');
  }

  toJSON(): string {
    return '[SigningKey]';
  }

  [Symbol.for('nodejs.util.inspect.custom')](): string {
    return '[SigningKey]';
  }
}

/**
 * Prepares a secret for signing and verifying.
 * @throws InvalidSecretError when the secret is empty, so that an unset variable does not accept everything.
 */
export function prepareKey(secret: string | Uint8Array): SigningKey {
  return new SigningKey(secret);
}
