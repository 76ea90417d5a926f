import { defineStates } from '@portal/kernel';

/** Life of a payout run. `paused` is a flag during `executing`, per run or currency, read before every send. */
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

/** Life of one author's payout in a run. A carried one with an amount is sent again when the failed ones are retried. */
export const PAYOUT_STATES = defineStates({
  computed: ['reserved', 'carried', 'cancelled'],
  reserved: ['sending', 'carried', 'cancelled'],
  sending: ['settled', 'carried'],
  settled: [],
  carried: ['reserved', 'cancelled'],
  cancelled: [],
});
export type PayoutState = (typeof PAYOUT_STATES.states)[number];

/** State of a payout at the author's bank, as reported by the processor. */
export type BankState = 'none' | 'pending' | 'in_transit' | 'paid' | 'failed' | 'returned';
