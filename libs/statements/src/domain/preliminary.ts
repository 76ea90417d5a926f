export const PRELIMINARY =
  'Preliminary, not final: its payout is neither paid nor given up yet, so amounts and reasons may change.';
