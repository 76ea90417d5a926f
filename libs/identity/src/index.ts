export { IdentityCoreModule, IdentityModule, IdentityWorkerModule } from './identity.module.js';
export { Identity, type Holder, type Member, type Person, type RoleChange } from './identity.js';
export { EnsureDemoPersons } from './sign-in/ensure-demo-persons.js';
export { identityErrors } from './errors.js';
