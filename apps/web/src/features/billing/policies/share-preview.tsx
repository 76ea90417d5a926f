import { useGet, type SharePreviewView } from '../../../api/hooks.js';
import { DataTable } from '../../../components/tables/data-table.js';
import { Money } from '../../../components/values/values.js';
import { Loading, SendError } from '../../../components/feedback/feedback.js';
import { formatCount, formatMoney, formatShare, formatUtcDate } from '../../../lib/format.js';
import { texts } from '../texts/policies.js';
import { common } from '../../../text/common.js';

export interface ShareQuestion {
  org_id?: string;
  drive_id?: string;
  /** Absent: the next wider share holds again. */
  basis_points?: number;
  /** `YYYY-MM` */
  month: string;
  /** US cents. */
  amount_minor?: string;
}

/** Effect of a share on an example amount, from when, and for whom it has none. */
export function SharePreview({ of }: { of: ShareQuestion }) {
  const preview = useGet('/api/v1/finance/revenue-share-overrides/preview', { query: { ...of } });
  if (preview.error) return <SendError error={preview.error} />;
  if (!preview.data) return <Loading lines={3} />;
  const { from, amount_minor, currency, before, after } = preview.data;
  const rows = [
    { id: 'before', title: texts.sharePreview.columns.before, ...before },
    { id: 'after', title: texts.sharePreview.columns.after, ...after },
  ];
  return (
    <div className="stack stack-8">
      <p>{texts.sharePreview.explanation(formatMoney(amount_minor, currency), formatUtcDate(from))}</p>
      <DataTable
        label={common.effect}
        rows={rows}
        titles={texts.sharePreview.columns}
        columns={[
          { id: 'what', cell: (row) => row.title },
          { id: 'percent', right: true, cell: (row) => formatShare(row.basis_points) },
          { id: 'author', right: true, cell: (row) => <Money minor={row.author_minor} currency={currency} /> },
          { id: 'platform', right: true, cell: (row) => <Money minor={row.platform_minor} currency={currency} /> },
        ]}
      />
      <p className="dim">{whoKeeps(preview.data)}</p>
    </div>
  );
}

function whoKeeps({ running_installs: installs, drives_with_own: drives }: SharePreviewView): string {
  const running =
    installs === 0
      ? texts.sharePreview.noActiveInstalls
      : texts.sharePreview.installsKeep(formatCount(installs), installs);
  if (drives === 0) return running;
  return texts.sharePreview.drivesWithOwnShare(running, formatCount(drives), drives);
}
