import { DeprecationAnnounced, DeprecationWithdrawn, OriginChanged } from '@portal/listings';
import { eventProcessor } from '@portal/platform/events';
import { InstallActivated, InstallRequested, TenantResumed, TenantSuspended } from '../events.js';
import { DriveNotices } from './drive-notices.js';
import { PerformHandshake } from './handshake/perform-handshake.js';
import { SyncTenantStatus } from './sync-tenant-status.js';

export const INSTALL_PROCESSORS = [
  eventProcessor({
    event: DeprecationAnnounced,
    consumer: 'installs.deprecation-notice',
    useCase: DriveNotices,
    handle: (notices, payload, context) => notices.deprecationAnnounced(payload, (work) => context.once(work)),
  }),
  eventProcessor({
    event: DeprecationWithdrawn,
    consumer: 'installs.deprecation-withdrawn',
    useCase: DriveNotices,
    handle: (notices, payload, context) => notices.deprecationWithdrawn(payload, (work) => context.once(work)),
  }),
  eventProcessor({
    event: OriginChanged,
    consumer: 'installs.origin-changed',
    useCase: DriveNotices,
    handle: (notices, payload, context) => notices.moved(payload, (work) => context.once(work)),
  }),
  eventProcessor({
    event: InstallActivated,
    consumer: 'installs.mail-installed',
    useCase: DriveNotices,
    handle: (notices, payload, context) => notices.installed(payload, (work) => context.once(work)),
  }),
  eventProcessor({
    event: InstallRequested,
    consumer: 'installs.perform-handshake',
    useCase: PerformHandshake,
    queue: 'drives',
    driveOf: (handshake, payload) => handshake.driveOf(payload.install_id),
    handle: (handshake, payload, context) => handshake.execute(payload.install_id, context),
  }),
  eventProcessor({
    event: TenantSuspended,
    consumer: 'installs.tenant-suspended',
    useCase: SyncTenantStatus,
    handle: (sync, payload) =>
      sync.execute({ tenantId: payload.tenant_id, suspended: true, at: new Date(payload.suspended_at) }),
  }),
  eventProcessor({
    event: TenantResumed,
    consumer: 'installs.tenant-resumed',
    useCase: SyncTenantStatus,
    handle: (sync, payload) =>
      sync.execute({ tenantId: payload.tenant_id, suspended: false, at: new Date(payload.resumed_at) }),
  }),
];
