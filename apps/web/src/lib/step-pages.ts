/** Where each next step of an author is done. */
export const stepPages: Readonly<Record<string, string>> = {
  apply: '/apply',
  submit_application: '/author/application',
  answer_review: '/author/application',
  sign_agreement: '/author/agreement',
  issue_secret: '/author/secrets',
  submit_manifest: '/author/drives/new',
  setup_payouts: '/author/payout-account',
};
