import { defineErrors } from '@portal/kernel';

export const reconciliationErrors = defineErrors({
  exception_not_found: { status: 404, message: 'No such item.' },
  exception_closed: { status: 409, message: 'This item is closed.' },
  exception_holds_money: {
    status: 409,
    message: 'Money of this item waits in suspense. It can only be closed by a write-off that two persons decide.',
  },
  exception_needs_explanation: {
    status: 409,
    message: 'Say first what this is: explain the item before it is closed.',
  },
  write_off_not_asked: { status: 409, message: 'Nobody has asked to write this item off.' },
  write_off_needs_second_person: {
    status: 403,
    message: 'You asked for this write-off. Another person of finance must approve it.',
  },
  write_off_account_invalid: { status: 400, message: 'This account cannot take a write-off.' },
  write_off_impossible: { status: 409, message: 'There is no money in this item that could be written off.' },
  exception_assignee_invalid: { status: 422, message: 'Only a person of finance can look after an item.' },
  reconciliation_running: { status: 409, message: 'A reconciliation is running already.' },
});
