export { IdentityCoreModule, IdentityModule, IdentityWorkerModule, NotificationsModule } from './identity.module.js';
export { Identity, type Person } from './identity.js';
export { NotificationsService } from './notifications/notifications.service.js';
export { NotificationView } from './notifications/notifications.view.js';
export { DemoPersons } from './sign-in/demo-persons.js';
