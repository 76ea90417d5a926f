import { defineErrors } from '@portal/kernel';

export const reconciliationErrors = defineErrors({
  exception_not_found: [404, 'Item not found.'],
  exception_closed: [409, 'This item is closed.'],
  exception_changed: [409, 'This item is not as it was when the write-off was proposed. Propose it again.'],
  exception_holds_money: [
    409,
    'This item has money in suspense. It can only be closed by a write-off that a second person approves.',
  ],
  exception_needs_explanation: [409, 'Explain this item before you close it.'],
  write_off_account_invalid: [400, 'This account cannot be used for a write-off.'],
  write_off_other_author: [409, 'This exception is about the money of another author, who alone can receive it.'],
  write_off_impossible: [409, 'This item has no money in suspense, so there is nothing to write off.'],
  exception_assignee_invalid: [422, 'Items can only be assigned to members of finance.'],
  reconciliation_running: [409, 'A reconciliation is already running. Wait until it ends.'],
});
