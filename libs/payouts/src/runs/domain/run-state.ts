import { defineStates } from '@portal/kernel';

/**
 * States of a payout run. `paused` is a flag during `executing`, per run or currency, checked before every transfer.
 */
export const RUN_STATES = defineStates({
  draft: ['computing', 'cancelled'],
  computing: ['computed', 'draft', 'cancelled'],
  computed: ['draft', 'approved', 'cancelled'],
  approved: ['executing', 'cancelled'],
  executing: ['settled', 'partially_failed'],
  partially_failed: ['executing'],
  settled: [],
  cancelled: [],
});
export type RunState = (typeof RUN_STATES.states)[number];

/** States of a payout. A carried payout with an amount is sent again when failed payouts are retried. */
export const PAYOUT_STATES = defineStates({
  computed: ['reserved', 'carried', 'cancelled'],
  reserved: ['sending', 'carried', 'cancelled'],
  sending: ['settled', 'carried'],
  settled: [],
  carried: ['reserved', 'cancelled'],
  cancelled: [],
});
export type PayoutState = (typeof PAYOUT_STATES.states)[number];

/** State of a payout at the author's bank, as the processor reports it. */
export type BankState = 'none' | 'pending' | 'in_transit' | 'paid' | 'failed' | 'returned';
