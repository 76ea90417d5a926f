import { AppError, defineCapabilities, type ErrorDef } from '@portal/kernel';
import { authorsErrors } from '../../errors.js';
import type { AuthorCondition } from '../../offboarding/domain/account-state.js';

/** What a developer account may do. Installs and payouts do not depend on it. */
export const AUTHOR_CAPABILITIES = defineCapabilities({
  thing: 'author',
  words: {
    submit: 'submit Drives',
    issue_secrets: 'have signing secrets issued or their scope changed',
    rotate: 'have signing secrets replaced',
    publish: 'have versions approved or removed Drives restored',
    update: 'have changed manifests followed',
    take_back_end: 'take the announced end of a Drive back',
    invite: 'invite members',
    use_webhooks: 'have webhooks tested',
  },
  states: {
    none: ['take_back_end'],
    no_agreement: ['publish', 'update', 'take_back_end', 'invite', 'use_webhooks'],
    pending_agreement: ['publish', 'update', 'take_back_end', 'invite', 'use_webhooks'],
    active: ['submit', 'issue_secrets', 'rotate', 'publish', 'update', 'take_back_end', 'invite', 'use_webhooks'],
    // After the deadline of a new agreement nothing is added; what is there goes on.
    agreement_overdue: ['publish', 'update', 'take_back_end', 'invite', 'use_webhooks'],
    // Until the end of the account installs are still served, so a leaked secret must be replaceable.
    leaving: ['rotate', 'update', 'invite', 'use_webhooks'],
    suspended: ['take_back_end'],
    terminated: ['update'],
  },
  because: (condition, capability) => {
    if (capability === 'invite') return new AppError(authorsErrors.not_approved_yet);
    if (capability === 'use_webhooks' && condition === 'none') return new AppError(authorsErrors.not_approved_yet);
    if (capability === 'publish' && condition === 'suspended') return new AppError(authorsErrors.author_suspended);
    return new AppError(condition === 'active' ? authorsErrors.agreement_required : BECAUSE[condition]);
  },
});
export type AuthorCapability = keyof (typeof AUTHOR_CAPABILITIES)['words'];

const BECAUSE: Record<Exclude<AuthorCondition, 'active'>, ErrorDef> = {
  none: authorsErrors.account_not_found,
  no_agreement: authorsErrors.agreement_not_published,
  pending_agreement: authorsErrors.agreement_required,
  agreement_overdue: authorsErrors.agreement_required,
  leaving: authorsErrors.account_offboarding,
  suspended: authorsErrors.account_suspended,
  terminated: authorsErrors.account_terminated,
};
