import { AppError, defineCapabilities } from '@portal/kernel';
import { installsErrors } from '../../errors.js';
import type { InstallState } from './install-state.js';

/** The status of an install: its state; of an active one also whether it is suspended, and why. */
export type InstallCondition = InstallState | 'paused' | 'suspended' | 'paused_and_suspended';

/** What goes on while an install is suspended. */
const STANDING_STILL = ['answer_upgrades', 'take_events', 'show_embed'] as const;

/** What may be done with an install. It may always be ended, and its Drive is told so in whatever state. */
export const INSTALL_CAPABILITIES = defineCapabilities({
  thing: 'install',
  words: {
    be_called: 'be read, or sent events and settings',
    change_settings: 'have its settings changed',
    upgrade: 'run another version',
    answer_upgrades: 'have upgrades answered',
    take_events: 'have events of the host queued for it',
    open_pages: 'have its pages opened',
    show_embed: 'show its embed',
  },
  states: {
    requested: [],
    sending: [],
    unknown: [],
    active: ['be_called', 'change_settings', 'upgrade', 'open_pages', ...STANDING_STILL],
    // A requirement of the tenant is not met.
    paused: ['change_settings', 'upgrade', ...STANDING_STILL],
    // It is paid, and its tenant owes.
    suspended: ['open_pages', ...STANDING_STILL],
    paused_and_suspended: STANDING_STILL,
    failed: [],
    revoking: [],
    revoked: [],
  },
  because: (condition, capability) => {
    if (capability === 'show_embed') return new AppError(installsErrors.embed_not_active);
    if (capability === 'answer_upgrades') return new AppError(installsErrors.no_upgrade);
    if (condition === 'paused') return new AppError(installsErrors.install_paused);
    const owes = condition === 'suspended' || condition === 'paused_and_suspended';
    return new AppError(owes ? installsErrors.install_suspended : installsErrors.install_not_active);
  },
});
/** The states of a capability as SQL lists. A test holds them against the table. */
export const INSTALL_SQL = {
  be_called: `'active'`,
  open_pages: `'active', 'suspended'`,
  take_events: `'active', 'paused', 'suspended', 'paused_and_suspended'`,
} as const;

export type InstallCapability = keyof (typeof INSTALL_CAPABILITIES)['words'];

/** @param owes its tenant is suspended */
export function installCondition(
  { state, pausedAt, priceId }: { state: InstallState; pausedAt: Date | null; priceId: string | null },
  owes: boolean,
): InstallCondition {
  if (state !== 'active') return state;
  if (priceId !== null && owes) return pausedAt === null ? 'suspended' : 'paused_and_suspended';
  return pausedAt === null ? 'active' : 'paused';
}
