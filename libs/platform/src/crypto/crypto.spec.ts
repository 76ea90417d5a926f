import { Secret, SystemRandom } from '@portal/kernel';
import { testConfig } from '../../../../test/support/config.js';
import { isWellFormedToken, newToken } from './token.js';
import { KeyManagement, Keyring, LocalKeyring } from './keyring.js';
import { SealBroken, SealedBox } from './sealed-box.js';
import { mask } from '../logging/logger.js';

const random = new SystemRandom();
const at = { table: 'secrets.signing_keys', rowId: 'row-1', purpose: 'signing' };
const keyring = (text?: string): Promise<Keyring> =>
  Keyring.from(new LocalKeyring(testConfig('postgres://x/y', text === undefined ? {} : { KEYRING: text })));
const boxOf = async (text?: string): Promise<SealedBox> => new SealedBox(await keyring(text), random);
const kek = (kid: string, fill: number): string =>
  `${kid}:${Buffer.from(Array.from({ length: 32 }, (_, i) => (i * fill + 3) % 256)).toString('base64')}`;

describe('an encrypted box', () => {
  let standard: SealedBox;
  beforeAll(async () => (standard = await boxOf()));
  const box = (): SealedBox => standard;

  it('opens what it encrypted, and never shows it in the encrypted text', () => {
    const sealed = box().seal(new Secret('top-secret-value'), at);
    expect(sealed).not.toContain('top-secret');
    expect(box().open(sealed, at).reveal()).toBe('top-secret-value');
  });
  it('gives another text every time', () =>
    expect(box().seal(new Secret('same'), at)).not.toBe(box().seal(new Secret('same'), at)));
  it.each([
    ['another table', { ...at, table: 'identity.users' }],
    ['another row', { ...at, rowId: 'row-2' }],
    ['another purpose', { ...at, purpose: 'token' }],
  ])('does not open in %s', (_name, elsewhere) => {
    const sealed = box().seal(new Secret('value'), at);
    expect(() => box().open(sealed, elsewhere)).toThrow(SealBroken);
  });
  it('does not open when any byte of it was changed', () => {
    const sealed = box().seal(new Secret('value'), at);
    for (let i = 3; i < sealed.length; i++) {
      const other = sealed[i] === 'A' ? 'B' : 'A';
      const changed = sealed.slice(0, i) + other + sealed.slice(i + 1);
      // The last character of a base64url part may have unused bits.
      let opened: string | undefined;
      try {
        opened = box().open(changed, at).reveal();
      } catch (error) {
        expect(error).toBeInstanceOf(SealBroken);
      }
      if (opened !== undefined) expect(opened).toBe('value');
    }
  });
  it('opens values of an older key after a newer one was added, encrypts with the newer, and fails without the older', async () => {
    const sealed = (await boxOf(kek('k1', 7))).seal(new Secret('value'), at);
    const both = await boxOf(`${kek('k2', 11)},${kek('k1', 7)}`);
    expect(both.open(sealed, at).reveal()).toBe('value');
    expect(both.newestKid).toBe('k2');
    expect(both.seal(new Secret('value'), at)).toMatch(/^v1\.k2\./);
    const newer = await boxOf(kek('k2', 11));
    expect(() => newer.open(sealed, at)).toThrow(SealBroken);
  });
  it('accepts its keys from any key manager, and nothing else', async () => {
    class Vault extends KeyManagement {
      constructor(private readonly kids: string[]) {
        super();
      }
      load = () => Promise.resolve(this.kids.map((kid, i) => ({ kid, key: Buffer.alloc(32, i + 1) })));
    }
    const vault = new SealedBox(await Keyring.from(new Vault(['remote'])), random);
    expect(vault.open(vault.seal(new Secret('value'), at), at).reveal()).toBe('value');
    expect(() => box().open(vault.seal(new Secret('value'), at), at)).toThrow(SealBroken);
    await expect(Keyring.from(new Vault([]))).rejects.toThrow('empty');
    await expect(Keyring.from(new Vault(['a', 'a']))).rejects.toThrow('twice');
  });
});

describe('tokens', () => {
  it('have a checksum that detects every single-character mistake', () => {
    const token = newToken('dpt', random).reveal();
    expect(isWellFormedToken('dpt', token)).toBe(true);
    expect(isWellFormedToken('dpk', token)).toBe(false);
    for (let i = 4; i < token.length; i++) {
      const wrong = token.slice(0, i) + (token[i] === 'x' ? 'y' : 'x') + token.slice(i + 1);
      expect(isWellFormedToken('dpt', wrong)).toBe(false);
    }
  });
  it('are masked anywhere in a line', () => {
    const token = newToken('dpk', random).reveal();
    for (const line of [`{"a":{"b":"x ${token} y"}}`, `GET /p?key=${token}`, `Error: ${token}`])
      expect(mask(line)).not.toContain(token.slice(4));
  });
  it.each([
    ['Authorization: Bearer abc.def-123', 'abc.def-123'],
    ['{"password":"hunter22"}', 'hunter22'],
    ['postgres://portal:pa55word@db/x', 'pa55word'],
    ['sk_live_51Habc', '51Habc'],
  ])('%s is masked', (line, secret) => expect(mask(line)).not.toContain(secret));
});
