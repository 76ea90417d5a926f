import { useList } from '../../../api/hooks.js';
import { humanize } from '../../../lib/format.js';
import { Card } from '../../../components/layout/page.js';
import { EmptyState } from '../../../components/feedback/feedback.js';
import { Timeline } from '../../../components/layout/timeline.js';
import { Rows } from '../../../components/tables/rows.js';
import { texts } from '../texts/runs.js';
import { common } from '../../../text/common.js';

/** Entries of the audit trail about one object; newest first. For staff. */
export function AuditHistory({ type, id }: { type: string; id: string }) {
  const rows = useList('/api/v1/admin/audit', { query: { subject_type: type, subject_id: id } });
  return (
    <Card title={common.historyTitle}>
      <Rows of={rows} what={common.theHistory} lines={2}>
        {(items) =>
          items.length === 0 ? (
            <EmptyState>{texts.auditHistory.empty}</EmptyState>
          ) : (
            <Timeline
              items={items.map((row) => ({
                id: row.id,
                at: row.at,
                title: humanize(row.action.replace(/^[a-z_]+\./, '')),
                by: row.actor_name,
                text: row.reason,
              }))}
            />
          )
        }
      </Rows>
    </Card>
  );
}
