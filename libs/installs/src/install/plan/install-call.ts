import type { DeliveryContext } from '@portal/platform/events';
import type { CallKind } from '../domain/call-schedule.js';
import type { InstallsRepository } from '../installs.repository.js';
import type { CallPlansRepository, CallTry } from './call-plans.repository.js';

/** A kind of call about installs: its event makes the first attempt, `MakeDueCalls` the others. */
export abstract class InstallCall {
  protected abstract readonly kind: CallKind;

  constructor(
    protected readonly repository: InstallsRepository,
    protected readonly plans: CallPlansRepository,
  ) {}

  /** One claimed attempt. Returns whether the Drive answered. */
  abstract attempt(call: CallTry): Promise<boolean>;

  /** Which Drive will be called; undefined for no install. */
  driveOf(installId: string): Promise<string | undefined> {
    return this.repository.driveOf(installId);
  }

  /** When it is due and not claimed by another. @param event that requests it */
  async execute(installId: string, event: Pick<DeliveryContext, 'eventId' | 'unanswered'>): Promise<void> {
    const call = await this.plans.claim(installId, this.kind, event.eventId);
    if (call && !(await this.attempt(call))) event.unanswered?.();
  }
}
