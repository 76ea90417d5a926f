import { PERMISSIONS, STEP_UP, WITHOUT_STEP_UP } from '../support/http/permissions.js';

/** Persons: what is for tokens of the host alone is in by-person.arch-spec.ts. */
const STAFF = ['reviewer', 'finance', 'admin'];

/** The changes by staff that need no recent proof of identity. What grants, lists, installs, decides or ends is not here. */
const UNASKED = [
  'POST /api/v1/admin/audit/verify',
  'POST /api/v1/finance/exceptions/{id}/assign',
  'POST /api/v1/finance/exceptions/{id}/note',
  'POST /api/v1/finance/exports',
  'POST /api/v1/finance/invoices/{id}/refund-preview',
  'POST /api/v1/finance/policies/{key}/preview',
  'POST /api/v1/review/applications/claim-next',
  'POST /api/v1/review/applications/{id}/judgements',
  'POST /api/v1/review/applications/{id}/messages',
  'POST /api/v1/review/applications/{id}/open',
  'POST /api/v1/review/submissions/claim-next',
  'POST /api/v1/review/submissions/{id}/claim',
  'POST /api/v1/review/submissions/{id}/judgements',
  'POST /api/v1/review/submissions/{id}/recheck',
  'POST /api/v1/review/submissions/{id}/release',
];

describe('a change by staff', () => {
  const ofStaff = Object.entries(PERMISSIONS)
    .filter(
      ([name, roles]) => !name.startsWith('GET ') && typeof roles === 'object' && roles.some((r) => STAFF.includes(r)),
    )
    .map(([name]) => name);

  it('asks for a recent proof of identity, or is in the table of those that do not, with its reason', () => {
    expect(ofStaff.length).toBeGreaterThan(90);
    expect(ofStaff.filter((name) => !STEP_UP.has(name)).sort()).toEqual(UNASKED);
    expect([...WITHOUT_STEP_UP.keys()].sort()).toEqual(UNASKED);
    for (const reason of WITHOUT_STEP_UP.values()) expect(reason).toMatch(/\w{3,}.* \w{3,}/);
  });
});
