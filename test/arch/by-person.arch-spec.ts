import { BY_PERSON, PERMISSIONS } from '../support/http/permissions.js';

/** Changes for the host that a person may make with a session. What reaches somebody's money is confirmed by a second admin. */
const BY_PEOPLE: Readonly<Record<string, 'confirmed' | 'harmless'>> = {
  'POST /api/v1/host/tenants': 'harmless',
  'POST /api/v1/host/tenants/{id}/ventures': 'harmless',
  'PUT /api/v1/host/external/tenants/{tenant}': 'harmless',
  'PUT /api/v1/host/external/tenants/{tenant}/ventures/{venture}': 'harmless',
  'POST /api/v1/host/tenants/{id}/operators': 'confirmed',
  'POST /api/v1/host/tenants/{id}/operators/{userId}/remove': 'harmless',
  'DELETE /api/v1/host/external/tenants/{tenant}/operators/{operator}': 'harmless',
  'POST /api/v1/host/unfinished-installs/{id}/try-now': 'harmless',
  'POST /api/v1/host/unfinished-installs/{id}/give-up': 'harmless',
  'POST /api/v1/host/unfinished-installs/{id}/take-over-id': 'harmless',
};

/** All others are for tokens that two admins approved. */
const BY_TOKENS = [
  'POST /api/v1/host/deliveries/replay',
  'PUT /api/v1/host/event-kinds/{kind}',
  'POST /api/v1/host/events',
  'PUT /api/v1/host/external/tenants/{tenant}/operators/{operator}',
  'POST /api/v1/host/installs',
  'POST /api/v1/host/installs/{id}/settings',
  'POST /api/v1/host/installs/{id}/uninstall',
  'POST /api/v1/host/installs/{id}/upgrade/accept',
  'POST /api/v1/host/installs/{id}/upgrade/decline',
  'POST /api/v1/host/installs/{id}/upgrade/reconsider',
  'POST /api/v1/host/installs/{id}/upgrade/snooze',
  'POST /api/v1/host/tenants/{id}/compliance',
  'POST /api/v1/host/tenants/{id}/currency',
  'POST /api/v1/host/tenants/{id}/upgrade-policy',
];

describe('a change for the host', () => {
  const changes = Object.keys(PERMISSIONS).filter((name) => /^(?!GET)\S+ \/api\/v1\/host\//.test(name));

  it('is for tokens only, or is in the table of those that people may make, with its reason', () => {
    expect(changes.filter((name) => !BY_PERSON.has(name)).sort()).toEqual([...BY_TOKENS].sort());
    expect([...BY_PERSON.keys()].sort()).toEqual(Object.keys(BY_PEOPLE).sort());
    for (const name of BY_TOKENS) expect([name, PERMISSIONS[name]]).toEqual([name, ['host']]);
    for (const [name, reason] of BY_PERSON)
      expect([name, /second admin/.test(reason)]).toEqual([name, BY_PEOPLE[name] === 'confirmed']);
  });
});
