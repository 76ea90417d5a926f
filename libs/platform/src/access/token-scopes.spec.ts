import { hasScope, scopeFor, TOKEN_SCOPES } from './token-scopes.js';

describe('the scopes of a token', () => {
  it('allow reading where they allow writing, and include no other area', () => {
    for (const held of TOKEN_SCOPES)
      expect([held, TOKEN_SCOPES.filter((needed) => hasScope([held], needed))]).toEqual([
        held,
        held.endsWith(':write') ? [held.replace('write', 'read'), held] : [held],
      ]);
    expect(hasScope([], 'events:read')).toBe(false);
    expect([scopeFor('events', false), scopeFor('events', true)]).toEqual(['events:read', 'events:write']);
  });
});
