import { Injectable } from '@nestjs/common';
import { Config } from '../config/config.js';
import type { KeyEncryptionKey } from '../config/settings.js';

/**
 * Source of key-encryption keys, read once at process start, so that neither encryption nor a signed call waits for a
 * service: an adapter for a key management service unwraps the keys there (decision 4).
 */
export abstract class KeyManagement {
  /**
   * Newest first: the first one encrypts, all of them decrypt.
   * @throws when the service cannot be reached: the process ends.
   */
  abstract load(): Promise<KeyEncryptionKey[]>;
}

/** The keys of `KEYRING`, from the environment or a mounted file. */
@Injectable()
export class LocalKeyring extends KeyManagement {
  constructor(private readonly config: Config) {
    super();
  }

  load(): Promise<KeyEncryptionKey[]> {
    return Promise.resolve(this.config.keyring);
  }
}

/** The key-encryption keys of this process. */
export class Keyring {
  private constructor(private readonly keys: readonly KeyEncryptionKey[]) {}

  /** @throws Error without a key, or with two keys of the same name. */
  static async from(management: KeyManagement): Promise<Keyring> {
    const keys = await management.load();
    if (keys.length === 0) throw new Error('the keyring is empty');
    if (new Set(keys.map(({ kid }) => kid)).size < keys.length) throw new Error('the keyring names a key twice');
    return new Keyring(keys);
  }

  /** The key that encrypts. */
  get newest(): KeyEncryptionKey {
    return this.keys[0]!;
  }

  find(kid: string): KeyEncryptionKey | undefined {
    return this.keys.find((key) => key.kid === kid);
  }
}
