import { EvidenceChanged, VersionPublished } from '@portal/listings';
import { eventProcessor } from '@portal/platform/events';
import { TenantComplianceChanged, UpgradesReminded } from '../events.js';
import { OpenPrompts } from './open-prompts.js';
import { ReassessUpgrades } from './reassess-upgrades.js';
import { MailRemindedUpgrades } from './reminders/mail-reminded-upgrades.js';

export const UPGRADES_PROCESSORS = [
  eventProcessor({
    event: VersionPublished,
    consumer: 'installs.open-prompts',
    useCase: OpenPrompts,
    handle: (prompts, { drive_id, revision_id }) => prompts.execute(drive_id, revision_id),
  }),
  eventProcessor({
    event: TenantComplianceChanged,
    consumer: 'installs.reassess-upgrades',
    useCase: ReassessUpgrades,
    handle: (reassess, { tenant_id }) => reassess.execute(tenant_id),
  }),
  eventProcessor({
    event: EvidenceChanged,
    consumer: 'installs.reassess-upgrades-of-drive',
    useCase: ReassessUpgrades,
    handle: (reassess, { drive_id }) => reassess.executeForDrive(drive_id),
  }),
  eventProcessor({
    event: UpgradesReminded,
    consumer: 'installs.mail-reminded-upgrades',
    useCase: MailRemindedUpgrades,
    handle: (mail, payload, context) => mail.execute(payload, (work) => context.once(work)),
  }),
];
