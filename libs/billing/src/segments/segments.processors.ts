import { InstallActivated, InstallEnded, InstallUpgraded } from '@portal/installs';
import { parseMinor } from '@portal/kernel';
import { BillingModelChanged } from '@portal/listings';
import { moneyProcessor } from '@portal/platform/events';
import { ChangeSegment } from './change-segment.js';
import { CloseSegment } from './close-segment.js';
import { OpenSegment } from './open-segment.js';
import { SyncBillingModel } from './sync-billing-model.js';

export const SEGMENT_PROCESSORS = [
  moneyProcessor(InstallActivated, 'billing.open-segment', OpenSegment, (open, event, { eventId }) =>
    open.execute({
      eventId,
      installId: event.install_id,
      tenantId: event.tenant_id,
      ventureId: event.venture_id,
      driveId: event.drive_id,
      orgId: event.org_id,
      priceId: event.price_id,
      amountMinor: parseMinor(event.amount_minor),
      currency: event.currency,
      trialDays: event.trial_days ?? 0,
      activatedAt: new Date(event.activated_at),
    }),
  ),
  moneyProcessor(InstallUpgraded, 'billing.change-segment', ChangeSegment, (change, event, { eventId }) =>
    change.execute({
      eventId,
      installId: event.install_id,
      priceId: event.price_id,
      amountMinor: parseMinor(event.amount_minor),
      currency: event.currency,
      upgradedAt: new Date(event.upgraded_at),
    }),
  ),
  moneyProcessor(InstallEnded, 'billing.close-segment', CloseSegment, (close, { install_id, ended_at }, { eventId }) =>
    close.execute({ eventId, installId: install_id, endedAt: new Date(ended_at) }),
  ),
  moneyProcessor(
    BillingModelChanged,
    'billing.sync-billing-model',
    SyncBillingModel,
    (sync, { drive_id, model, effective_from }, { eventId }) =>
      sync.execute({ eventId, driveId: drive_id, model, effectiveFrom: new Date(effective_from) }),
  ),
];
