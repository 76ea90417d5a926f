export const PRELIMINARY =
  'Preliminary, not final: not every payout of the month is paid or given up yet, so amounts and reasons may change.';
