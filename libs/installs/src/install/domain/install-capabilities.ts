import { AppError, defineCapabilities } from '@portal/kernel';
import { installsErrors } from '../../errors.js';
import type { InstallState } from './install-state.js';

/** The status of an install: its state; of an active one also whether it is suspended, and why. */
export type InstallCondition = InstallState | 'paused' | 'suspended' | 'paused_and_suspended';

/** What continues while an install is suspended. */
const WHILE_SUSPENDED = ['answer_upgrades', 'take_events', 'show_embed'] as const;

/** Each capability of an install in words, after "may". */
export const INSTALL_WORDS = {
  be_called: 'be read, or sent events and settings',
  change_settings: 'have its settings changed',
  upgrade: 'run another version',
  answer_upgrades: 'have upgrades answered',
  take_events: 'have events of the host queued for it',
  open_pages: 'have its pages opened',
  show_embed: 'show its embed',
} as const;

/** What may be done with an install. It may be ended in every state, and its Drive is notified. */
export const INSTALL_CAPABILITIES = defineCapabilities({
  thing: 'install',
  words: INSTALL_WORDS,
  states: {
    requested: [],
    sending: [],
    unknown: [],
    active: ['be_called', 'change_settings', 'upgrade', 'open_pages', ...WHILE_SUSPENDED],
    // A requirement of the tenant is not met.
    paused: ['change_settings', 'upgrade', ...WHILE_SUSPENDED],
    // It is a paid install of a tenant with an overdue invoice.
    suspended: ['open_pages', ...WHILE_SUSPENDED],
    paused_and_suspended: WHILE_SUSPENDED,
    failed: [],
    revoking: [],
    revoked: [],
  },
  because: (condition, capability) => {
    if (capability === 'show_embed') return installsErrors.embed_not_active();
    if (capability === 'answer_upgrades') return installsErrors.no_upgrade();
    if (condition === 'paused') return installsErrors.install_paused();
    const owes = condition === 'suspended' || condition === 'paused_and_suspended';
    return new AppError(owes ? installsErrors.install_suspended : installsErrors.install_not_active);
  },
});
/** The states of a capability as SQL lists. A test compares them with the table. */
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
