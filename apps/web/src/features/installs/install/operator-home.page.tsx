import { Link } from '@tanstack/react-router';
import { useGet, type InstallView, type OperatorHomeView } from '../../../api/hooks.js';
import { EmptyState, StatusBadge } from '../../../components/feedback/feedback.js';
import { ResourcePage } from '../../../components/feedback/resource.js';
import { Happened, HomeFigures, NeedsMe, type Waiting } from '../../../components/layout/home.js';
import { LinkButton } from '../../../components/layout/link-button.js';
import { Card } from '../../../components/layout/page.js';
import { DataTable } from '../../../components/tables/data-table.js';
import { useChoice } from '../../../components/tables/filter.js';
import { Chart } from '../../../components/values/chart.js';
import { AmountOf } from '../../../components/values/values.js';
import { formatCount, formatMonth } from '../../../lib/format.js';
import { common, rich } from '../../../text/common.js';
import { findStatus } from '../../../text/vocabulary.js';
import { texts } from '../texts/install.js';
import { Health, installStatus } from './installed.page.js';

/** What plugins cost, how each is doing, what waits for the operator and what happened. */
export function OperatorHome() {
  const home = useGet('/api/v1/operator/home', {}, { refreshMs: 15_000 });
  return (
    <ResourcePage of={home} title={common.home} actions={<LinkButton to="/plugins">{common.browse}</LinkButton>}>
      {(view) => <Body of={view} />}
    </ResourcePage>
  );
}

const MOST_SHOWN = 8;
/** Whoever fails comes first, then who waits for an upgrade. */
const rank = (install: InstallView): number => ['upgrade', 'active'].indexOf(installStatus(install));

function Body({ of: { costs, counts, installs, unpaid, happened } }: { of: OperatorHomeView }) {
  const running = installs.filter(({ state }) => state === 'active');
  return (
    <>
      <NeedsMe
        title={texts.operatorHome.needsYou}
        of={[...unpaid.map(overdue), ...installs.flatMap(waiting)]}
        empty={texts.operatorHome.nothingNeeded}
      />
      <Costs of={costs} counts={counts} />
      <div className="halves">
        <Card
          title={common.plugins}
          actions={<Link to="/plugins/installed">{texts.operatorHome.all(formatCount(counts.running))}</Link>}
        >
          {running.length === 0 ? (
            <EmptyState>{texts.installed.empty}</EmptyState>
          ) : (
            <DataTable
              label={texts.installed.tableLabel}
              rows={running.toSorted((a, b) => rank(a) - rank(b)).slice(0, MOST_SHOWN)}
              columns={[
                { id: 'plugin', to: '/plugins/installed/$id', cell: (install) => install.name },
                { id: 'venture', cell: (install) => install.venture_name },
                { id: 'health', cell: (install) => <Health of={install} /> },
                { id: 'state', cell: (install) => <StatusBadge kind="install" code={installStatus(install)} /> },
              ]}
            />
          )}
        </Card>
        <Happened of={happened} />
      </div>
    </>
  );
}

const overdue = ({ tenant_id, tenant_name }: OperatorHomeView['unpaid'][number]): Waiting => ({
  key: tenant_id,
  to: '/plugins/billing',
  text: texts.operatorHome.overdue(tenant_name),
  tone: 'bad',
});

/** An install that waits for its operator. */
function waiting(install: InstallView): Waiting[] {
  const status = findStatus('install', installStatus(install));
  if (status?.who !== 'operator') return [];
  const { id, name, venture_name } = install;
  return [
    {
      key: id,
      to: `/plugins/installed/${id}`,
      text: texts.operatorHome.installWaits(status.badge, name, venture_name),
      note: status.next,
      tone: status.tone === 'bad' ? 'bad' : 'info',
    },
  ];
}

/** In one currency: tenants may pay in several. */
function Costs({ of, counts }: { of: OperatorHomeView['costs']; counts: OperatorHomeView['counts'] }) {
  const codes = [...new Set(of.map(({ currency }) => currency))];
  const [currency, field] = useChoice('currency', {
    label: common.currency,
    choices: Object.fromEntries(codes.map((code) => [code, code.toUpperCase()])),
    usual: codes[0] ?? 'usd',
  });
  const months = of.filter((one) => one.currency === currency);
  const [before, now] = [months.at(-2), months.at(-1)];
  const { running, unreachable, upgrades } = counts;
  return (
    <>
      {codes.length > 1 ? <div className="filters">{field}</div> : null}
      <HomeFigures
        of={[
          [
            texts.operatorHome.thisMonth,
            <AmountOf key="now" minor={now?.amount_minor ?? null} currency={currency} />,
            before
              ? rich(texts.operatorHome.before(formatMonth(before.month)), {
                  amount: <AmountOf minor={before.amount_minor} currency={currency} />,
                })
              : texts.operatorHome.nothingPaid,
          ],
          [
            texts.operatorHome.running,
            formatCount(running),
            unreachable > 0 ? texts.operatorHome.silent(formatCount(unreachable)) : texts.operatorHome.allRespond,
          ],
          [texts.operatorHome.upgrades, formatCount(upgrades), texts.operatorHome.upgradesNote],
        ]}
      />
      <Card>
        <Chart
          title={texts.operatorHome.byMonth(currency.toUpperCase())}
          kind="bars"
          step="month"
          unit={{ currency }}
          rows={months.map((one) => ({ ...one, at: one.month }))}
          series={[{ label: texts.operatorHome.cost, value: (one) => one.amount_minor }]}
          empty={texts.operatorHome.nothingPaid}
        />
      </Card>
    </>
  );
}
