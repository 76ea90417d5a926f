import { ConfirmButton } from '../../../components/forms/post-button.js';
import { formatMonth } from '../../../lib/format.js';
import { common } from '../../../text/common.js';
import { CloseSummary } from './close-preview.js';
import { texts } from '../texts/invoicing.js';

/** Closes a month, after a confirmation: it cannot be undone. */
export function CloseMonth({ month, variant }: { month: string; variant?: 'filled' }) {
  return (
    <ConfirmButton
      variant={variant ?? 'default'}
      to="/api/v1/finance/periods/{month}/close"
      options={{
        path: { month },
        toast: (data) => (data.approval_id ? texts.closeDialog.waits : texts.closeDialog.toast(formatMonth(month))),
      }}
      body={undefined}
      title={common.closeNamedMonth(formatMonth(month))}
      effect={<CloseSummary month={month} />}
      confirm={common.closeNamedMonth(formatMonth(month))}
    >
      {common.closeMonth}
    </ConfirmButton>
  );
}
