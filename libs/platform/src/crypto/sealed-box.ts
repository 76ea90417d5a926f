import { createCipheriv, createDecipheriv, createHash } from 'node:crypto';
import { Inject, Injectable } from '@nestjs/common';
import { Random, Secret } from '@portal/kernel';
import { Keyring } from './keyring.js';

/** The row and column to which an encrypted value is bound; it cannot be decrypted for another. */
export interface SealContext {
  readonly table: string;
  readonly rowId: string;
  readonly purpose: string;
}

const ALGORITHM = 'aes-256-gcm';
const TAG_BYTES = 16;
const IV_BYTES = 12;

/** An encrypted value cannot be decrypted: other row, unknown key, or changed bytes. Does not say which. */
export class SealBroken extends Error {
  constructor() {
    super('a sealed value could not be opened');
    this.name = 'SealBroken';
  }
}

/**
 * Envelope encryption: AES-256-GCM with a new data key per value, wrapped by a key-encryption key that is named in the
 * result. Both layers are bound to table, row and purpose. Text form: `v1.<kid>.<wrapped key>.<body>`.
 */
@Injectable()
export class SealedBox {
  constructor(
    private readonly keyring: Keyring,
    @Inject(Random) private readonly random: Random,
  ) {}

  /** Name of the key that encrypts now. */
  get newestKid(): string {
    return this.keyring.newest.kid;
  }

  seal(secret: Secret, context: SealContext): string {
    const kek = this.keyring.newest;
    const dataKey = this.random.bytes(32);
    const aad = aadOf(kek.kid, context);
    const wrapped = this.encrypt(kek.key, dataKey, aad);
    const body = this.encrypt(dataKey, Buffer.from(secret.reveal(), 'utf8'), aad);
    return `v1.${kek.kid}.${wrapped.toString('base64url')}.${body.toString('base64url')}`;
  }

  /** @throws SealBroken */
  open(sealed: string, context: SealContext): Secret {
    const [version, kid, wrapped, body] = sealed.split('.');
    const kek = this.keyring.find(kid ?? '');
    if (version !== 'v1' || !kek || !wrapped || !body) throw new SealBroken();
    const aad = aadOf(kek.kid, context);
    try {
      const dataKey = decrypt(kek.key, Buffer.from(wrapped, 'base64url'), aad);
      return new Secret(decrypt(dataKey, Buffer.from(body, 'base64url'), aad).toString('utf8'));
    } catch {
      throw new SealBroken();
    }
  }

  private encrypt(key: Uint8Array, plain: Uint8Array, aad: Buffer): Buffer {
    const iv = this.random.bytes(IV_BYTES);
    const cipher = createCipheriv(ALGORITHM, key, iv, { authTagLength: TAG_BYTES });
    cipher.setAAD(aad);
    return Buffer.concat([iv, cipher.update(plain), cipher.final(), cipher.getAuthTag()]);
  }
}

function decrypt(key: Uint8Array, bytes: Buffer, aad: Buffer): Buffer {
  if (bytes.length < IV_BYTES + TAG_BYTES) throw new SealBroken();
  const decipher = createDecipheriv(ALGORITHM, key, bytes.subarray(0, IV_BYTES), { authTagLength: TAG_BYTES });
  decipher.setAAD(aad);
  decipher.setAuthTag(bytes.subarray(bytes.length - TAG_BYTES));
  return Buffer.concat([decipher.update(bytes.subarray(IV_BYTES, bytes.length - TAG_BYTES)), decipher.final()]);
}

function aadOf(kid: string, context: SealContext): Buffer {
  return Buffer.from(JSON.stringify(['v1', kid, context.table, context.rowId, context.purpose]), 'utf8');
}

/** First 8 hex digits of SHA-256: enough to recognise a secret, not enough to find it. */
export function fingerprint(secret: Secret): string {
  return createHash('sha256').update(secret.reveal(), 'utf8').digest('hex').slice(0, 8);
}

/** SHA-256 in hex, for tokens of at least 256 random bits that are only compared. */
export function sha256Hex(text: string | Uint8Array): string {
  return createHash('sha256').update(text).digest('hex');
}
