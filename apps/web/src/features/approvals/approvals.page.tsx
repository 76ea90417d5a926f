import { useParams } from '@tanstack/react-router';
import { useGet } from '../../api/hooks.js';
import { EmptyState, ToneBadge } from '../../components/feedback/feedback.js';
import { Page } from '../../components/layout/page.js';
import { UrlTabs } from '../../components/layout/url-tabs.js';
import { ApprovalList } from '../../components/review/approval-list.js';
import { useFilter } from '../../components/tables/filter.js';
import { useUrlState } from '../../lib/url-state.js';
import { common } from '../../text/common.js';
import { Approval } from './approval.js';
import { texts } from './texts.js';

/** Everything that needs a second person, of one kind or all, and beside it the one that is chosen. */
export function ApprovalsPage() {
  const id = useParams({ strict: false, select: (params: { id?: string }) => params.id });
  const counts = useGet('/api/v1/approvals/counts', {}, { refreshMs: 15_000 }).data;
  const kinds = Object.fromEntries((counts?.kinds ?? []).map((one) => [one.kind, one.name]));
  const [, kindFilter] = useFilter('kind', { label: common.kind, choices: kinds, any: common.all });
  // As the address has it, also before the kinds are loaded.
  const [kind, setKind] = useUrlState('kind');
  const narrowed = kind === '' ? {} : { kind, onClearFilters: () => setKind('') };
  return (
    <Page
      title={texts.title}
      badges={counts ? <ToneBadge tone="warn">{texts.counts(counts.yours, counts.others)}</ToneBadge> : null}
    >
      <div className="side-by-side">
        <div className="stack">
          <div className="filters">{kindFilter}</div>
          <UrlTabs
            tabs={{
              waiting: [
                common.waiting,
                <ApprovalList
                  key="w"
                  label={common.waiting}
                  empty={texts.empty.waiting}
                  state="waiting"
                  {...narrowed}
                />,
              ],
              all: [common.all, <ApprovalList key="a" label={common.all} empty={texts.empty.all} {...narrowed} />],
            }}
          />
        </div>
        {id === undefined ? <EmptyState>{texts.choose}</EmptyState> : <Approval key={id} id={id} />}
      </div>
    </Page>
  );
}
