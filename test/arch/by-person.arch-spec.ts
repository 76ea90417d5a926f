import { doorsOf } from '../support/http/doors.js';
import { BY_PERSON, PERMISSIONS } from '../support/http/permissions.js';

/** Changes for the host that a person may make with a session: of their own, and, as money follows, with a second admin. */
const HARMLESS = doorsOf(
  `/api/v1/host: PUT external/tenants/{tenant} external/tenants/{tenant}/ventures/{venture}
   /api/v1/host: DELETE external/tenants/{tenant}/operators/{operator}
   /api/v1/host/tenants: . {id}/ventures {id}/operators/{userId}/remove
   /api/v1/host/unfinished-installs/{id}: try-now give-up take-over-id`,
);
const CONFIRMED = doorsOf('/api/v1/host: tenants/{id}/operators');

/** All others are for tokens that two admins approved. */
const BY_TOKENS = doorsOf(
  `/api/v1/host: deliveries/replay events installs PUT event-kinds/{kind} external/tenants/{tenant}/operators/{operator}
   /api/v1/host: PUT tenants/{id}/billing-details tenants/{id}/payer
   /api/v1/host/installs/{id}: settings uninstall upgrade/accept upgrade/decline upgrade/reconsider upgrade/snooze
   /api/v1/host/tenants/{id}: compliance currency upgrade-policy`,
);

describe('a change for the host', () => {
  const changes = Object.keys(PERMISSIONS).filter((name) => /^(?!GET)\S+ \/api\/v1\/host\//.test(name));

  it('is for tokens only, or is in the table of those that people may make, with its reason', () => {
    expect(changes.filter((name) => !BY_PERSON.has(name)).sort()).toEqual(BY_TOKENS.sort());
    expect([...BY_PERSON.keys()].sort()).toEqual([...HARMLESS, ...CONFIRMED].sort());
    for (const name of BY_TOKENS) expect([name, PERMISSIONS[name]]).toEqual([name, ['host']]);
    for (const [name, reason] of BY_PERSON)
      expect([name, /second admin/.test(reason)]).toEqual([name, CONFIRMED.includes(name)]);
  });
});
