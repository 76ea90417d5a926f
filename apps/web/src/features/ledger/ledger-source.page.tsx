import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { useGet, type LedgerSourceView } from '../../api/hooks.js';
import { Id, Money, When } from '../../components/values/values.js';
import { LinkButton } from '../../components/layout/link-button.js';
import { Card, Page, NamedFacts } from '../../components/layout/page.js';
import { Resource } from '../../components/feedback/resource.js';
import { useParam } from '../../lib/url-state.js';
import { Entries } from './ledger.page.js';
import { texts } from './texts.js';
import { labels } from '../../text/labels.js';
import { common } from '../../text/common.js';

/** Source of entries of the ledger: its known data, the transfers that contain it, and all its entries. */
export function LedgerSourcePage() {
  const [type, id] = [useParam('type'), useParam('id')];
  const source = useGet('/api/v1/finance/ledger/sources/{type}/{id}', { path: { type, id } });
  const page = source.data?.page;
  return (
    <Page
      title={source.data?.title ?? texts.ledgerSource.title}
      actions={page ? <LinkButton to={page}>{texts.ledgerSource.open}</LinkButton> : null}
    >
      <Resource of={source} page>
        {(view) => (
          <Card>
            <NamedFacts
              items={[
                [labels.id, <Id key="id" value={view.id} />],
                [
                  view.transfers.length > 1 ? labels.transfers : labels.transfer,
                  view.transfers.length === 0
                    ? null
                    : view.transfers.map((one) => <Id key={one} value={one} what={common.transferInText} />),
                ],
                ...view.facts.map((fact): [string, ReactNode] => [
                  fact.name,
                  fact.text === null && fact.amount_minor === null && fact.at === null ? null : (
                    <Fact key={fact.name} fact={fact} />
                  ),
                ]),
              ]}
            />
          </Card>
        )}
      </Resource>
      <h2>{texts.ledgerSource.heading}</h2>
      <Entries filter={{ source: `${type}:${id}` }} fixed />
    </Page>
  );
}

function Fact({ fact }: { fact: LedgerSourceView['facts'][number] }) {
  if (fact.amount_minor !== null && fact.currency !== null)
    return <Money minor={fact.amount_minor} currency={fact.currency} />;
  if (fact.at !== null) return <When at={fact.at} />;
  if (fact.page !== null) return <Link to={fact.page}>{fact.text}</Link>;
  return fact.text ?? '–';
}
