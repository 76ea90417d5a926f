import { AppError, defineCapabilities } from '@portal/kernel';
import { installsErrors } from '../../errors.js';
import type { InstallState } from './install-state.js';

/** How an install stands: its state; of an active one also whether it stands still, and why. */
export type InstallCondition = InstallState | 'paused' | 'suspended';

/** What may be done with an install. It may always be ended, and its Drive is told so in whatever state. */
export const INSTALL_CAPABILITIES = defineCapabilities({
  thing: 'install',
  words: {
    be_called: 'be read, or sent events and settings',
    change_settings: 'have its settings changed',
    upgrade: 'run another version',
    show_embed: 'show its embed',
  },
  states: {
    requested: [],
    sending: [],
    unknown: [],
    active: ['be_called', 'change_settings', 'upgrade', 'show_embed'],
    // A requirement of the tenant is not met.
    paused: ['change_settings', 'upgrade', 'show_embed'],
    // It is paid, and its tenant owes.
    suspended: ['show_embed'],
    failed: [],
    revoking: [],
    revoked: [],
  },
  because: (condition, capability) => {
    if (capability === 'show_embed') return new AppError(installsErrors.embed_not_active);
    if (condition === 'suspended') return new AppError(installsErrors.install_suspended);
    return new AppError(condition === 'paused' ? installsErrors.install_paused : installsErrors.install_not_active);
  },
});
/** The states of a capability as SQL lists. A test holds them against the table. */
export const INSTALL_SQL = { be_called: `'active'` } as const;

export type InstallCapability = keyof (typeof INSTALL_CAPABILITIES)['words'];

/** @param owes its tenant is suspended */
export function installCondition(
  { state, pausedAt, priceId }: { state: InstallState; pausedAt: Date | null; priceId: string | null },
  owes: boolean,
): InstallCondition {
  if (state !== 'active') return state;
  if (priceId !== null && owes) return 'suspended';
  return pausedAt === null ? 'active' : 'paused';
}
