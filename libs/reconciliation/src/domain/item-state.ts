import { defineStates } from '@portal/kernel';

/** States of a reconciliation item. An item with a wrong explanation can be reopened. */
export const ITEM_STATES = defineStates({
  open: ['explained', 'closed'],
  explained: ['open', 'closed'],
  closed: [],
});
export type ItemState = (typeof ITEM_STATES.states)[number];
