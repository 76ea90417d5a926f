import type { RoleGrant } from '@portal/platform/access';
import { actingOrganization } from './acting-organization.js';

const author = (scopeId: string): RoleGrant => ({ role: 'author', scopeId, member: 'owner' });
const others: RoleGrant[] = [
  { role: 'operator', scopeId: 'tenant' },
  { role: 'admin', scopeId: null },
];

describe('the organisation that somebody acts for', () => {
  it.each<[string, RoleGrant[], string | null, string | undefined]>([
    ['none without one', others, null, undefined],
    ['none without one, whatever was chosen', others, 'tenant', undefined],
    ['the only one', [...others, author('a')], null, 'a'],
    ['the first of several', [author('b'), ...others, author('a')], null, 'b'],
    ['the chosen one', [author('b'), author('a')], 'a', 'a'],
    ['not one that was left', [author('b'), author('a')], 'c', 'b'],
  ])('is %s', (_name, grants, chosen, expected) => expect(actingOrganization(grants, chosen)).toBe(expected));
});
