import { defineStates } from '@portal/kernel';

/** Life of a payout run. `paused` is a flag beside `executing`, read before every send. */
export const RUN_STATES = defineStates({
  computed: ['approved', 'cancelled'],
  approved: ['executing', 'cancelled'],
  executing: ['settled', 'partially_failed'],
  partially_failed: [],
  settled: [],
  cancelled: [],
});
export type RunState = (typeof RUN_STATES.states)[number];

/** Life of one author's payout in a run. */
export const PAYOUT_STATES = defineStates({
  computed: ['reserved', 'carried', 'cancelled'],
  reserved: ['sending', 'cancelled'],
  sending: ['settled', 'failed'],
  failed: ['carried'],
  settled: [],
  carried: ['cancelled'],
  cancelled: [],
});
export type PayoutState = (typeof PAYOUT_STATES.states)[number];
