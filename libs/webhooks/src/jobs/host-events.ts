import {
  ComplianceActed,
  ComplianceLapsed,
  ComplianceRestored,
  InstallActivated,
  InstallEnded,
  InstallFailed,
  InstallNeedsAttention,
  InstallRequested,
  InstallRevoked,
  InstallSettingsChanged,
  InstallUpgraded,
  OperatorAdded,
  OperatorRemoved,
  TenantComplianceChanged,
  TenantResumed,
  TenantSuspended,
  UpgradeDeclined,
  UpgradesOffered,
} from '@portal/installs';
import type { EventType } from '@portal/platform/events';
import type { HostEventType } from '../domain/host-event-catalogue.js';
import type { DriveSubject, InstallSubject, TenantSubject } from '../read/subjects.js';
import { processorsOf, source, type MessageOf } from './source.js';

const aboutInstall = <P extends { install_id: string }, T extends HostEventType, D extends object>(
  event: EventType<P>,
  type: T,
  more: (payload: P) => D,
) =>
  source(event, async (payload: P, subjects): Promise<{ type: T; data: InstallSubject & D } | undefined> => {
    const subject = await subjects.install(payload.install_id);
    return subject && { type, data: { ...subject, ...more(payload) } };
  });

const aboutTenant = <P extends { tenant_id: string }, T extends HostEventType, D extends object>(
  event: EventType<P>,
  type: T,
  more: (payload: P) => D,
) =>
  source(event, async (payload: P, subjects): Promise<{ type: T; data: TenantSubject & D } | undefined> => {
    const subject = await subjects.tenant(payload.tenant_id);
    return subject && { type, data: { ...subject, ...more(payload) } };
  });

const aboutCompliance = <T extends HostEventType>(event: typeof ComplianceLapsed, type: T) =>
  source(event, async ({ tenant_id, drive_id, gap, at }, subjects) => {
    const [tenant, drive] = [await subjects.tenant(tenant_id), await subjects.drive(drive_id)];
    return tenant && drive && { type, data: { ...tenant, ...drive, gap, at } };
  });

const nothing = (): object => ({});

/** All product events of which the host can be notified. */
const HOST_SOURCES = [
  aboutInstall(InstallRequested, 'install.requested', nothing),
  aboutInstall(InstallActivated, 'install.activated', ({ activated_at }) => ({ activated_at })),
  aboutInstall(InstallFailed, 'install.failed', ({ reason }) => ({ reason })),
  aboutInstall(InstallNeedsAttention, 'install.attention_needed', ({ why }) => ({ why })),
  aboutInstall(InstallSettingsChanged, 'install.settings_changed', ({ version }) => ({ version })),
  aboutInstall(InstallUpgraded, 'install.upgraded', ({ upgraded_at }) => ({ upgraded_at })),
  aboutInstall(InstallEnded, 'install.ended', ({ ended_at }) => ({ ended_at })),
  aboutInstall(InstallRevoked, 'install.revoked', nothing),
  source(
    UpgradesOffered,
    async (
      { drive_id, version, installs },
      subjects,
    ): Promise<
      { type: 'upgrade.offered'; data: DriveSubject & { version: string | null; installs: number } } | undefined
    > => {
      const subject = await subjects.drive(drive_id);
      return subject && { type: 'upgrade.offered', data: { ...subject, version, installs } };
    },
  ),
  aboutInstall(UpgradeDeclined, 'upgrade.declined', ({ version }) => ({ version })),
  aboutTenant(TenantSuspended, 'tenant.suspended', ({ suspended_at }) => ({ suspended_at })),
  aboutTenant(TenantResumed, 'tenant.resumed', ({ resumed_at }) => ({ resumed_at })),
  aboutTenant(TenantComplianceChanged, 'tenant.compliance_changed', nothing),
  aboutCompliance(ComplianceLapsed, 'compliance.lapsed'),
  aboutCompliance(ComplianceRestored, 'compliance.restored'),
  aboutInstall(ComplianceActed, 'compliance.acted', ({ gap, action }) => ({ gap, action })),
  aboutTenant(OperatorAdded, 'operator.added', ({ user_id }) => ({ user_id })),
  aboutTenant(OperatorRemoved, 'operator.removed', ({ user_id }) => ({ user_id })),
];

/**
 * `type` and `data` of each message to the host. The published schemas are generated from this type.
 * @public
 */
export type HostMessage = MessageOf<typeof HOST_SOURCES>;

export const HOST_EVENT_PROCESSORS = processorsOf(HOST_SOURCES, 'webhooks.tell-host-');
