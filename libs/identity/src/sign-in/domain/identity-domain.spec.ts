import { emailKey } from '@portal/kernel';
import { passwordProblem } from '../../credentials/domain/password-policy.js';
import { formatRecoveryCode, parseRecoveryCode, recoveryCodeOf } from '../../second-factor/domain/recovery-code.js';
import { areasOf, effectiveGrants, missingGrants, withholdStaff } from '../../people/domain/roles.js';
import { isTimeToMark, sessionIsAlive, sessionLimits } from '../../sessions/domain/session-life.js';
import { isRecent, stepUpMethod } from '../../sessions/domain/step-up.js';

const at = (ms: number): Date => new Date(1_800_000_000_000 + ms);

const HOUR_MS = 3_600_000;

describe.each([
  ['of an author', 'author', 30 * 60_000, 12 * HOUR_MS],
  ['of finance', 'finance', 15 * 60_000, 8 * HOUR_MS],
  ['of an admin', 'admin', 15 * 60_000, 8 * HOUR_MS],
])('a session %s', (_whose, role, SESSION_IDLE_MS, SESSION_ABSOLUTE_MS) => {
  const limits = sessionLimits([{ role: 'operator' }, { role }]);
  it.each([
    ['just before the idle limit', SESSION_IDLE_MS - 1, 0, true],
    ['at the idle limit', SESSION_IDLE_MS, 0, false],
    ['one ms after the idle limit', SESSION_IDLE_MS + 1, 0, false],
    ['just before the absolute limit, just used', SESSION_ABSOLUTE_MS - 1, SESSION_ABSOLUTE_MS - 2, true],
    ['at the absolute limit, just used', SESSION_ABSOLUTE_MS, SESSION_ABSOLUTE_MS - 1, false],
  ])('%s: alive %s', (_name, now, lastUsed, alive) => {
    expect(sessionIsAlive({ createdAt: at(0), lastSeenAt: at(lastUsed), revokedAt: null }, at(now), limits)).toBe(
      alive,
    );
  });
  it('is over once it was revoked', () =>
    expect(sessionIsAlive({ createdAt: at(0), lastSeenAt: at(0), revokedAt: at(1) }, at(2), limits)).toBe(false));
  it('is recorded as used once a minute', () => {
    expect([isTimeToMark(null, at(0)), isTimeToMark(at(0), at(59_999)), isTimeToMark(at(0), at(60_000))]).toEqual([
      true,
      false,
      true,
    ]);
  });
});

describe('a chosen password', () => {
  it.each([
    ['abcdefghijk', false],
    ['abcdefghijkl', false],
    ['abcdefghijkl of my own', true],
    ['x'.repeat(129), false],
    ['aaaaaaaabbbb', false],
    ['Password-and-more-words', true],
    ['me@example.org', false],
    ['correct horse', true],
  ])('%s may be used: %s', (password, fine) =>
    expect(passwordProblem(password, 'Me@Example.org', new Set()) === null).toBe(fine),
  );
});

describe('roles', () => {
  const author = { role: 'author', scopeId: 'o1' };
  const finance = { role: 'finance', scopeId: null };
  it('show their areas; without any role a person may apply as an author', () => {
    expect(areasOf([])).toEqual(['author']);
    expect(areasOf([finance, author])).toEqual(['author', 'finance']);
    expect(areasOf([{ role: 'host', scopeId: null }])).toEqual([]);
  });
  it('of a token shrink with the roles of its maker and never exceed them', () => {
    expect(effectiveGrants([author, finance], [finance])).toEqual([finance]);
    expect(effectiveGrants([author], [{ role: 'author', scopeId: 'o2' }])).toEqual([]);
    expect(missingGrants([author, finance], [finance])).toEqual([author]);
  });
});

it('addresses that differ only in case and outer space are one account', () =>
  expect(emailKey('  Ada@Example.ORG ')).toBe('ada@example.org'));
it('an address with a look-alike of a letter is another account', () =>
  expect(emailKey('\u212Aarl@example.org')).not.toBe(emailKey('karl@example.org')));

describe('a recovery code', () => {
  it('is accepted in any spelling, and nothing else is', () => {
    const code = recoveryCodeOf(Uint8Array.from({ length: 16 }, (_, i) => i * 37));
    const text = formatRecoveryCode(code);
    expect(text).toMatch(/^([A-Z2-7]{4}-){3}[A-Z2-7]{4}$/);
    for (const spelled of [text, text.toLowerCase(), text.replaceAll('-', ' '), ` ${text.replaceAll('-', '')} `])
      expect(parseRecoveryCode(spelled)).toEqual(code);
    for (const other of ['', '123456', text.slice(1), `${text}A`, text.replace(/^./, '1')])
      expect(parseRecoveryCode(other)).toBeNull();
  });
});

it('staff roles are inactive while a second factor is missing, other roles never', () => {
  const grants = ['author', 'operator', 'host', 'reviewer', 'finance', 'admin'].map((role) => ({
    role,
    scopeId: null,
  }));
  const roles = (some: readonly { role: string }[]): string[] => some.map(({ role }) => role);
  const lacking = withholdStaff(grants, true);
  expect([roles(lacking.usable), roles(lacking.withheld)]).toEqual([
    ['author', 'operator', 'host'],
    ['reviewer', 'finance', 'admin'],
  ]);
  expect(withholdStaff(grants, false)).toEqual({ usable: grants, withheld: [] });
});

describe('the proof of identity', () => {
  it('is the strongest that a person has', () => {
    const methods = [
      { secondFactor: true, password: true, demoPerson: false },
      { secondFactor: true, password: false, demoPerson: true },
      { secondFactor: false, password: true, demoPerson: false },
      { secondFactor: false, password: false, demoPerson: true },
      { secondFactor: false, password: false, demoPerson: false },
    ].map(stepUpMethod);
    expect(methods).toEqual(['code', 'code', 'password', 'demo_password', 'sign_in']);
  });
  it.each([
    [299_999, true],
    [300_000, false],
    [300_001, false],
  ])('of %d ms ago is recent within five minutes: %s', (ms, recent) =>
    expect(isRecent(at(0), at(ms), 300_000)).toBe(recent),
  );
});
