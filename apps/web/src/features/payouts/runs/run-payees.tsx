import { useList, type PayoutRunView, type RunPayoutView } from '../../../api/hooks.js';
import { AuthorLink } from '../../../components/finance/author-link.js';
import { ToneBadge } from '../../../components/feedback/feedback.js';
import { ListTable } from '../../../components/tables/data-table.js';
import { Id, Money, When } from '../../../components/values/values.js';
import { countryName } from '../../../lib/countries.js';
import { rich } from '../../../text/common.js';
import { texts } from '../texts/runs.js';

/** Whom an approval pays: how much, where to, why it is odd, what is undecided. */
export function RunPayees({ run }: { run: PayoutRunView }) {
  const query = { part: 'to_pay' } as const;
  const lines = useList('/api/v1/finance/payout-runs/{id}/payouts', { path: { id: run.id }, query });
  return (
    <ListTable
      label={texts.runPayees.label}
      list={lines}
      empty={texts.runLines.empty}
      titles={texts.runPayees.columns}
      columns={[
        { id: 'author', cell: (line) => <AuthorLink id={line.org_id} name={line.author} /> },
        { id: 'toPay', right: true, cell: (line) => <Money minor={line.amount_minor} currency={line.currency} /> },
        { id: 'to', cell: ({ destination }) => (destination === null ? null : <Destination to={destination} />) },
        {
          id: 'odd',
          cell: ({ odd, undecided }) => (
            <>
              {undecided ? <ToneBadge tone="warn">{texts.runPayees.undecided}</ToneBadge> : null} {odd.join(' ')}
            </>
          ),
        },
      ]}
    />
  );
}

function Destination({ to }: { to: NonNullable<RunPayoutView['destination']> }) {
  const bank = to.last4 === null ? texts.runPayees.noBank : texts.runPayees.bank(to.bank_name ?? '', to.last4);
  return (
    <>
      {countryName(to.country)}, {bank} <Id value={to.account_id} what={texts.runPayees.account} />{' '}
      {rich(texts.runPayees.since(to.changed), {
        warn: (text) => <ToneBadge tone="warn">{text}</ToneBadge>,
        time: <When at={to.since} />,
      })}
    </>
  );
}
