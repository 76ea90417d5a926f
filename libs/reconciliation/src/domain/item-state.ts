import { defineStates } from '@portal/kernel';

/** Life of an item on the worklist. An explained one that was explained wrongly opens again. */
export const ITEM_STATES = defineStates({
  open: ['explained', 'closed'],
  explained: ['open', 'closed'],
  closed: [],
});
export type ItemState = (typeof ITEM_STATES.states)[number];
