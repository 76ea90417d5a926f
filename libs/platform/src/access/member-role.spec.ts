import type { Actor } from './actor.js';
import { MEMBER_CAPABILITIES, MEMBER_ROLES, withCapability, type MemberRole } from './member-role.js';

const member = (role: MemberRole | undefined, scopeId = 'o1'): Actor['roles'][number] => ({
  role: 'author',
  scopeId,
  ...(role && { member: role }),
});
const actor = (...roles: Actor['roles'][number][]): Actor => ({ kind: 'user', userId: 'u', name: 'U', roles });
const may = (role: MemberRole | undefined): string[] =>
  MEMBER_CAPABILITIES.filter((capability) => {
    try {
      return withCapability(actor(member(role)), capability).roles.length === 1;
    } catch {
      return false;
    }
  });

describe('a member of an organisation', () => {
  it('may do what the role allows', () => {
    expect(Object.fromEntries(MEMBER_ROLES.map((role) => [role, may(role)]))).toEqual({
      owner: ['develop', 'see_money', 'manage_money', 'own'],
      developer: ['develop'],
      finance: ['see_money', 'manage_money'],
      read_only: ['see_money'],
    });
  });
  it('may only read without a known role', () => expect(may(undefined)).toEqual(['see_money']));
  it('acts only for the organisations in which the role allows it', () => {
    const two = actor(member('developer', 'o1'), member('finance', 'o2'), { role: 'finance', scopeId: null });
    const scopes = (capability: 'develop' | 'see_money'): unknown =>
      withCapability(two, capability).roles.map((grant) => grant.scopeId);
    expect([scopes('develop'), scopes('see_money')]).toEqual([
      ['o1', null],
      ['o2', null],
    ]);
    expect(() => withCapability(two, 'own')).toThrow('Your role in this organisation');
  });
  it('is restricted by the role, while a person without an organisation is not and may apply', () =>
    expect(withCapability(actor(), 'develop').roles).toEqual([]));
});
