import { Link } from '@tanstack/react-router';
import { useList } from '../../../api/hooks.js';
import { ListTable } from '../../../components/tables/data-table.js';
import { useFilter } from '../../../components/tables/filter.js';
import { Page } from '../../../components/layout/page.js';
import { StatusBadge } from '../../../components/feedback/feedback.js';
import { useClearUrlState } from '../../../lib/url-state.js';
import { texts } from '../texts/calls.js';
import { common, rich } from '../../../text/common.js';
import { CallActions, CallPlan } from './call-plan.js';

/** Installs of every tenant whose plugin has not answered, for the host's admins. */
export function UnfinishedPage() {
  const [state, stateFilter] = useFilter('state', { label: common.status, choices: texts.unfinished.states });
  const clear = useClearUrlState('state');
  const query = state ? { state } : {};
  const list = useList('/api/v1/host/unfinished-installs', { query }, { refreshMs: 10_000 });
  return (
    <Page title={common.unfinishedInstalls}>
      <p className="dim">
        {rich(texts.unfinished.explanation, { link: (text) => <Link to="/admin/tenants">{text}</Link> })}
      </p>
      <div className="filters">{stateFilter}</div>
      <ListTable
        label={common.unfinishedInstalls}
        list={list}
        rowKey={(row) => row.install_id}
        onClearFilters={state ? clear : undefined}
        empty={texts.unfinished.empty}
        titles={texts.unfinished.columns}
        columns={[
          { id: 'plugin', cell: (row) => row.name },
          { id: 'venture', cell: (row) => texts.unfinished.ventureOf(row.venture_name, row.tenant_name) },
          {
            id: 'state',
            cell: (row) => <StatusBadge kind="install" code={row.call.attention ? 'attention' : row.install_state} />,
          },
          {
            id: 'plan',
            cell: (row) => (
              <>
                {texts.callPlan.about[row.call.kind]} <CallPlan call={row.call} />
              </>
            ),
          },
          {
            id: 'act',
            cell: (row) => (
              <CallActions
                id={row.install_id}
                call={row.call}
                name={texts.unfinished.ventureOf(row.name, row.venture_name)}
                by="host"
              />
            ),
          },
        ]}
      />
    </Page>
  );
}
