import { Link } from '@tanstack/react-router';
import { lazy, Suspense, type ReactNode } from 'react';
import { useGet, type ShelvesView } from '../../api/hooks.js';
import { useDemo } from '../../api/session.js';
import { Shelf } from '../../components/drives/listing-card.js';
import { Steps } from '../../components/drives/plugin-evidence.js';
import { MoneyWay } from '../../components/finance/money-way.js';
import { SiteFacts, useTabTitle } from '../../components/layout/site.js';
import { formatCount, formatMoney, formatShare, formatSpan } from '../../lib/format.js';
import { texts } from './texts/landing.js';

// Only in a sandbox, and nothing that the first view needs.
const DemoPersons = lazy(() => import('./demo-persons.js').then((module) => ({ default: module.DemoPersons })));

/** What this is, shown by what is in it: plugins, how they were proven, and what their authors are paid. */
export function LandingPage(): ReactNode {
  useTabTitle(texts.title);
  const demo = useDemo();
  const { data: shelves, isLoading } = useGet('/api/public/shelves');
  const { data: terms, isLoading: waits } = useGet('/api/public/seller-terms');
  const [first] = shelves?.popular ?? [];
  return (
    <div className="site-wrap">
      <Suspense>{demo ? <DemoPersons /> : null}</Suspense>
      <div className="detail-columns site-section">
        <div className="stack">
          <h1>{texts.headline}</h1>
          <p className="site-lead">{texts.lead(terms ? formatShare(terms.author_basis_points) : null)}</p>
          <p className="row">
            <Link to="/catalogue" className="site-button" data-look="primary" data-size="large">
              {texts.browse}
            </Link>
            <Link to="/sell" className="site-button" data-size="large">
              {texts.publish}
            </Link>
          </p>
        </div>
        {isLoading || waits ? <div aria-busy="true" /> : null}
        {first ? <Proven slug={first.slug} name={first.name} /> : null}
      </div>
      <div className="site-section">{shelves ? <Figures of={shelves} /> : null}</div>
      <Shelf
        title={texts.mostInstalled}
        items={shelves?.popular ?? []}
        to="/catalogue/$slug"
        more={<Link to="/catalogue">{texts.allPlugins}</Link>}
      />
      {terms ? <MoneyWay of={terms} /> : null}
      <section className="site-section site-grid" aria-label={texts.forWhom}>
        {texts.audiences.map(({ title, facts, to, link }) => (
          <div key={title} className="site-card prose">
            <h2>{title}</h2>
            <p className="dim">{facts}</p>
            <a href={to}>{link}</a>
          </div>
        ))}
      </section>
    </div>
  );
}

/** The real way of one listed plugin. */
function Proven({ slug, name }: { slug: string; name: string }): ReactNode {
  const { data: evidence, isLoading } = useGet('/api/public/catalogue/{slug}/evidence', { path: { slug } });
  if (!evidence) return <div aria-busy={isLoading} />;
  return (
    <section className="site-card stack">
      <h2>{texts.howItGotHere(name)}</h2>
      <Steps of={evidence} />
      <Link to="/catalogue/$slug" params={{ slug }} search={{ tab: 'evidence' }}>
        {texts.allEvidence}
      </Link>
    </section>
  );
}

/** Of this deployment, today; what there is none of yet is left out. */
function Figures({ of: { total, installs } }: { of: ShelvesView }): ReactNode {
  const { data: reviews, isLoading } = useGet('/api/public/review-statistics');
  const { data: paid, isLoading: waits } = useGet('/api/public/paid-last-month');
  const median = reviews?.kinds.find(({ kind }) => kind === 'submission')?.months[0]?.median_ms;
  if (total === 0 || isLoading || waits) return <div aria-busy={isLoading || waits} />;
  return (
    <SiteFacts
      items={[
        ['listed', formatCount(total), texts.figures.listed],
        ['installs', installs > 0 && formatCount(installs), texts.figures.installs],
        ['review', median !== undefined && formatSpan(median), texts.figures.review(reviews?.due_hours ?? 0)],
        ...(paid?.amounts ?? []).map(
          ({ currency, amount_minor: minor }) => [currency, formatMoney(minor, currency), texts.figures.paid] as const,
        ),
      ]}
    />
  );
}
