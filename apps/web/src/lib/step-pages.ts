import type { MemberCapability } from '../api/session.js';

/** Where each next step of an author is done. */
export const stepPages: Readonly<Record<string, string>> = {
  apply: '/apply',
  submit_application: '/author/application',
  answer_review: '/author/application',
  read_decision: '/author/application',
  sign_agreement: '/author/agreement',
  issue_secret: '/author/secrets',
  submit_manifest: '/author/drives/new',
  setup_payouts: '/author/payout-account',
};

/** The right that a member needs for it; the other steps are for those who develop. */
export const stepNeeds: Readonly<Record<string, MemberCapability>> = {
  sign_agreement: 'own',
  setup_payouts: 'manage_money',
};
