import { DeprecationAnnounced, DeprecationWithdrawn, OriginChanged } from '@portal/listings';
import { eventProcessor } from '@portal/platform/events';
import { InstallRequested, TenantResumed, TenantSuspended } from '../events.js';
import { DriveNotices } from './drive-notices.js';
import { PerformHandshake } from './handshake/perform-handshake.js';
import { SyncTenantStatus } from './sync-tenant-status.js';

export const INSTALL_PROCESSORS = [
  eventProcessor(DeprecationAnnounced, 'installs.deprecation-notice', DriveNotices, (notices, payload, context) =>
    notices.deprecationAnnounced(payload, (work) => context.once(work)),
  ),
  eventProcessor(DeprecationWithdrawn, 'installs.deprecation-withdrawn', DriveNotices, (notices, payload, context) =>
    notices.deprecationWithdrawn(payload, (work) => context.once(work)),
  ),
  eventProcessor(OriginChanged, 'installs.origin-changed', DriveNotices, (notices, payload, context) =>
    notices.moved(payload, (work) => context.once(work)),
  ),
  eventProcessor(
    InstallRequested,
    'installs.perform-handshake',
    PerformHandshake,
    { queue: 'drives', driveOf: (handshake, payload) => handshake.driveOf(payload.install_id) },
    (handshake, payload, context) => handshake.execute(payload.install_id, context),
  ),
  eventProcessor(TenantSuspended, 'installs.tenant-suspended', SyncTenantStatus, (sync, payload) =>
    sync.execute({ tenantId: payload.tenant_id, suspended: true, at: new Date(payload.suspended_at) }),
  ),
  eventProcessor(TenantResumed, 'installs.tenant-resumed', SyncTenantStatus, (sync, payload) =>
    sync.execute({ tenantId: payload.tenant_id, suspended: false, at: new Date(payload.resumed_at) }),
  ),
];
