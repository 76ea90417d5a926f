import { defineGauge } from '@portal/platform/health';

defineGauge({
  name: 'portal_payouts_unknown',
  limits: [0, 0],
  help: 'Transfers whose outcome at the payment provider is not known',
  sql: `select count(*) from payouts.payout_attempts where state = 'unknown'`,
});
