import { EvidenceChanged, VersionPublished } from '@portal/listings';
import { eventProcessor } from '@portal/platform/events';
import { TenantComplianceChanged, UpgradesReminded } from '../events.js';
import { OpenPrompts } from './open-prompts.js';
import { ReassessUpgrades } from './reassess-upgrades.js';
import { MailRemindedUpgrades } from './reminders/mail-reminded-upgrades.js';

export const UPGRADES_PROCESSORS = [
  eventProcessor(VersionPublished, 'installs.open-prompts', OpenPrompts, (prompts, { drive_id, revision_id }) =>
    prompts.execute(drive_id, revision_id),
  ),
  eventProcessor(TenantComplianceChanged, 'installs.reassess-upgrades', ReassessUpgrades, (reassess, { tenant_id }) =>
    reassess.execute(tenant_id),
  ),
  eventProcessor(EvidenceChanged, 'installs.reassess-upgrades-of-drive', ReassessUpgrades, (reassess, { drive_id }) =>
    reassess.executeForDrive(drive_id),
  ),
  eventProcessor(UpgradesReminded, 'installs.mail-reminded-upgrades', MailRemindedUpgrades, (mail, payload, context) =>
    mail.execute(payload, (work) => context.once(work)),
  ),
];
