export { IdentityCoreModule, IdentityModule, IdentityWorkerModule } from './identity.module.js';
export { Identity, type Person } from './identity.js';
export { DemoPersons } from './sign-in/demo-persons.js';
