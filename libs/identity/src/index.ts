export { IdentityCoreModule, IdentityModule, IdentityWorkerModule } from './identity.module.js';
export { Identity, type Person } from './identity.js';
export { EnsureDemoPersons } from './sign-in/ensure-demo-persons.js';
