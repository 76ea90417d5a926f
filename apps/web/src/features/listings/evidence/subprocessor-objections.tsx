import { useList } from '../../../api/hooks.js';
import { Card } from '../../../components/layout/page.js';
import { ListTable } from '../../../components/tables/data-table.js';
import { Id, When } from '../../../components/values/values.js';
import { visible } from '../../../lib/visible.js';
import { texts } from '../texts/evidence.js';
import { common } from '../../../text/common.js';

/** Which tenants object to changes of the author's subprocessors, and why. */
export function SubprocessorObjections({ driveId }: { driveId: string }) {
  const list = useList('/api/v1/author/drives/{driveId}/subprocessor-objections', { path: { driveId } });
  return (
    <Card title={texts.objections.title}>
      <p className="dim">{texts.objections.explanation}</p>
      <ListTable
        label={texts.objections.title}
        list={list}
        empty={common.noTenantHasObjected}
        titles={texts.objections.columns}
        columns={[
          { id: 'tenant', cell: (row) => <Id value={row.tenant_id} /> },
          { id: 'at', cell: (row) => (row.objected_at ? <When at={row.objected_at} /> : null) },
          { id: 'reason', cell: (row) => visible(row.objection ?? '') },
          {
            id: 'change',
            cell: (row) =>
              [
                ...(row.added ?? []).map((line) => common.addedLine(visible(line))),
                ...(row.removed ?? []).map((line) => common.removedLine(visible(line))),
              ].join('; '),
          },
        ]}
      />
    </Card>
  );
}
