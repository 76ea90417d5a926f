/** Libs by level, the lowest first: a lib imports those of lower levels only (ARCHITECTURE.md, "Levels"). */
module.exports = [
  ['contract', 'kernel', 'statement-proof'],
  ['platform', 'conformance'],
  ['approvals'],
  ['identity', 'secrets', 'ledger', 'stripe-gateway'],
  ['authors'],
  ['listings'],
  ['installs'],
  ['billing'],
  ['payouts'],
  ['reconciliation', 'statements', 'webhooks'],
];
