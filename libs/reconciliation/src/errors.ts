import { defineErrors } from '@portal/kernel';

export const reconciliationErrors = defineErrors({
  exception_not_found: { status: 404, message: 'Item not found.' },
  exception_closed: { status: 409, message: 'This item is closed.' },
  exception_holds_money: {
    status: 409,
    message: 'This item has money in suspense. It can only be closed by a write-off that a second person approves.',
  },
  exception_needs_explanation: {
    status: 409,
    message: 'Explain this item before you close it.',
  },
  write_off_not_asked: { status: 409, message: 'No write-off of this item has been requested.' },
  write_off_needs_second_person: {
    status: 403,
    message: 'You requested this write-off. Another member of finance must approve it.',
  },
  write_off_account_invalid: { status: 400, message: 'This account cannot be used for a write-off.' },
  write_off_impossible: {
    status: 409,
    message: 'This item has no money in suspense, so there is nothing to write off.',
  },
  exception_assignee_invalid: { status: 422, message: 'Items can only be assigned to members of finance.' },
  reconciliation_running: { status: 409, message: 'A reconciliation is already running. Wait until it ends.' },
});
