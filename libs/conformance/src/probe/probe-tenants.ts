import type { ProbeTenantIds } from '../input.js';

/**
 * The two tenants for which mode `lifecycle` installs a Drive, from the command line and before listing alike. They are in
 * no host; an author recognises their installs by these ids.
 */
export const PROBE_TENANTS: { readonly probeTenant: ProbeTenantIds; readonly otherProbeTenant: ProbeTenantIds } = {
  probeTenant: { tenantId: 'conformance-probe-tenant', ventureId: 'conformance-probe-venture' },
  otherProbeTenant: { tenantId: 'conformance-other-tenant', ventureId: 'conformance-other-venture' },
};
