import { Link, useNavigate, useSearch } from '@tanstack/react-router';
import { useState, type ReactNode } from 'react';
import { useGet, useList, type CatalogueView, type ShelvesView } from '../../../api/hooks.js';
import { ListingCard, Shelf, type PluginPath } from '../../../components/drives/listing-card.js';
import { SiteResource } from '../../../components/layout/site.js';
import { humanize } from '../../../lib/format.js';
import type { Search } from '../../../lib/url-state.js';
import { controlled, submitting } from '../../../lib/use-form.js';
import { common } from '../../../text/common.js';
import { texts } from '../texts/catalogue.js';

const { catalogueSearch: words } = texts;
/** A category with fewer plugins is a chip only. */
const LEAST_OF_A_SHELF = 3;
const SORTS = ['popular', 'newest', 'updated', 'name'] as const;

/** Shelves at first; a word, a filter or an order makes a list of it. All of it stands in the address. */
export function CatalogueSearch({ to }: { to: PluginPath }): ReactNode {
  const { q, category, motion, tier, verified, sort }: Search = useSearch({ strict: false });
  const shelves = useGet('/api/public/shelves');
  const isList = [q, category, motion, tier, verified, sort].some(Boolean);
  return (
    <div className="stack">
      <SearchForm key={q} q={q ?? ''} />
      {isList ? (
        <Found to={to} shelves={shelves.data} />
      ) : (
        <SiteResource of={shelves}>{(view) => <Shelves of={view} to={to} />}</SiteResource>
      )}
    </div>
  );
}

/** Changes what the address asks for; absent values are taken out. */
function useAsk(): (change: Search) => void {
  const navigate = useNavigate();
  return (change) => void navigate({ to: '.', search: (old: Search) => ({ ...old, ...change }), replace: true });
}

function SearchForm({ q }: { q: string }): ReactNode {
  const ask = useAsk();
  const [text, setText] = useState(q);
  return (
    <form className="row" role="search" onSubmit={submitting(() => ask({ q: text.trim() || undefined }))}>
      <label className="site-field">
        <span className="visually-hidden">{common.search}</span>
        <input type="search" placeholder={words.placeholder} maxLength={100} {...controlled(text, setText)} />
      </label>
      <button type="submit" className="site-button" data-look="primary">
        {common.search}
      </button>
    </form>
  );
}

function Categories({ of, chosen }: { of: readonly { value: string; count: number }[]; chosen?: string }): ReactNode {
  return (
    <nav className="row" aria-label={common.category}>
      {of.map(({ value, count }) => (
        <Link
          key={value}
          to="."
          className="site-chip"
          aria-current={value === chosen || undefined}
          search={(old: Search) => ({ ...old, category: value === chosen ? undefined : value })}
        >
          {value} <span className="num">{count}</span>
        </Link>
      ))}
    </nav>
  );
}

function Shelves({ of: view, to }: { of: ShelvesView; to: PluginPath }): ReactNode {
  if (view.total === 0) return <p>{words.empty}</p>;
  const shelf = (title: string, items: ShelvesView['popular'], search: Search, count = view.total): ReactNode => (
    <Shelf
      key={title}
      title={title}
      items={items}
      to={to}
      more={
        <Link to="." search={search}>
          {words.all(count)}
        </Link>
      }
    />
  );
  // Where a shelf has all there is, other shelves would show the same.
  const isSmall = view.total <= view.popular.length;
  return (
    <>
      <Categories of={view.categories.map(({ category, count }) => ({ value: category, count }))} />
      {(['popular', 'newest', 'updated'] as const)
        .slice(0, isSmall ? 1 : 3)
        .map((sort) => shelf(words.sorts[sort], view[sort], { sort }))}
      {(isSmall ? [] : view.categories)
        .filter(({ items }) => items.length >= LEAST_OF_A_SHELF)
        .map(({ category, items, count }) => shelf(category, items, { category }, count))}
    </>
  );
}

function Found({ to, shelves }: { to: PluginPath; shelves: ShelvesView | undefined }): ReactNode {
  const { q, category, motion, tier, verified, sort }: Search = useSearch({ strict: false });
  const list = useList('/api/public/catalogue', {
    query: { q, category, motion, tier, verified, sort: sort as 'name' },
  });
  const rows = list.data?.pages.flatMap((page) => page.items) ?? [];
  return (
    <SiteResource of={list}>
      {({ pages: [page] }) => {
        const first = page as CatalogueView;
        return (
          <>
            <Categories of={first.facets.category} chosen={category} />
            <Filters view={first} />
            <div className="site-head">
              <h2>
                <span role="status">{resultText(first, q)}</span>
              </h2>
              <Link to=".">{texts.publicPlugin.allPlugins}</Link>
            </div>
            <div className="site-grid">
              {rows.map((listing) => (
                <ListingCard key={listing.slug} listing={listing} to={to} />
              ))}
            </div>
            {rows.length === 0 ? (
              <>
                <p>{words.nothing}</p>
                <Shelf title={words.sorts.popular} items={shelves?.popular.slice(0, 3) ?? []} to={to} />
              </>
            ) : null}
            {list.hasNextPage ? (
              <button type="button" className="site-button" onClick={() => void list.fetchNextPage()}>
                {words.showMore}
              </button>
            ) : null}
          </>
        );
      }}
    </SiteResource>
  );
}

function Filters({ view }: { view: CatalogueView }): ReactNode {
  const search: Search = useSearch({ strict: false });
  const ask = useAsk();
  const select = (name: string, label: string, options: readonly (readonly [string, string])[]): ReactNode => (
    <label className="site-field">
      {label}
      <select value={search[name] ?? ''} onChange={(event) => ask({ [name]: event.currentTarget.value || undefined })}>
        {options.map(([value, text]) => (
          <option key={value} value={value}>
            {text}
          </option>
        ))}
      </select>
    </label>
  );
  const facet = (name: 'motion' | 'tier' | 'verified', label: string): ReactNode => {
    const counts = view.facets[name].map(({ value, count }) => [value, words.counted(humanize(value), count)] as const);
    // A choice that leaves nothing is still shown, so that it can be undone.
    const gone = (search[name] ?? '').split(',').filter((one) => one && !counts.some(([value]) => value === one));
    return select(name, label, [
      ['', common.any],
      ...counts,
      ...gone.map((value) => [value, humanize(value)] as const),
    ]);
  };
  const orders = SORTS.map((value) => [value, words.sorts[value]] as const);
  return (
    <div className="row">
      {facet('tier', common.price)}
      {facet('motion', words.motion)}
      {facet('verified', words.verified)}
      {search['q'] ? null : select('sort', words.sortByLabel, orders)}
    </div>
  );
}

function resultText({ total, match }: CatalogueView, q: string | undefined): string {
  const count = words.plugins(total);
  if (match === 'similar' && total > 0) return words.onlySimilar(q, count);
  return q ? words.countFor(count, q) : count;
}
