import { Button, Checkbox, NativeSelect, TextInput } from '@mantine/core';
import { useNavigate, useSearch } from '@tanstack/react-router';
import { useRef, useState, type ReactNode } from 'react';
import { useList } from '../../../api/hooks.js';
import type { CatalogueView } from '../../../api/schema.js';
import { ListingCard, type Listing } from '../../../components/drives/listing-card.js';
import { EmptyFiltered, EmptyState, ErrorCard, Loading, StatusLine } from '../../../components/feedback/feedback.js';
import { humanize } from '../../../lib/format.js';
import type { Search } from '../../../lib/url-state.js';
import { controlled, submitting } from '../../../lib/use-form.js';
import { ShowMore } from '../../../components/tables/show-more.js';
import { texts } from '../texts/catalogue.js';
import { common } from '../../../text/common.js';
const FACETS = [
  ['category', common.category],
  ['motion', texts.catalogueSearch.motion],
  ['tier', common.price],
] as const;
type Facet = (typeof FACETS)[number][0];

const sorts = [
  { value: '', label: texts.catalogueSearch.sorts.any },
  { value: 'name', label: common.name },
  { value: 'newest', label: texts.catalogueSearch.sorts.newest },
];

const chosenOf = (search: Search, facet: Facet): string[] => search[facet]?.split(',').filter(Boolean) ?? [];

/** Search, filters and cards. Filters are in the URL, so a copied link shows the same. */
export function CatalogueSearch({ title }: { title: (listing: Listing) => ReactNode }): ReactNode {
  const search: Search = useSearch({ strict: false });
  const navigate = useNavigate();
  const [text, setText] = useState(search['q'] ?? '');
  const cards = useRef<HTMLDivElement>(null);
  const go = (change: Search): void => {
    void navigate({ to: '.', search: (old: Search) => ({ ...old, ...change }), replace: true });
  };
  const clear = (): void => {
    setText('');
    go({ q: undefined, category: undefined, motion: undefined, tier: undefined });
  };
  const { q, category, motion, tier, sort } = search;
  const list = useList('/api/public/catalogue', { query: { q, category, motion, tier, sort: sort as 'name' } });
  const first = list.data?.pages[0] as CatalogueView | undefined;
  const rows = list.data?.pages.flatMap((page) => page.items) ?? [];
  const filtered = [q, category, motion, tier].some(Boolean);
  return (
    <>
      <form className="filters" role="search" onSubmit={submitting(() => go({ q: text.trim() || undefined }))}>
        <TextInput label={common.search} type="search" maxLength={100} {...controlled(text, setText)} />
        <Button type="submit" variant="default">
          {common.search}
        </Button>
        {q ? null : (
          <NativeSelect
            label={texts.catalogueSearch.sortByLabel}
            data={sorts}
            value={sort ?? ''}
            onChange={(event) => go({ sort: event.currentTarget.value || undefined })}
          />
        )}
      </form>
      {list.error && !list.data ? (
        <ErrorCard
          error={list.error}
          what={texts.catalogueSearch.names.catalogue}
          onRetry={() => void list.refetch()}
        />
      ) : null}
      {list.isPending ? <Loading /> : null}
      {first ? (
        <div className="catalogue">
          <Facets
            view={first}
            search={search}
            onChoose={(facet, values) => go({ [facet]: values.join(',') || undefined })}
          />
          <div className="stack stack-8 grow">
            <StatusLine>{resultText(first, q)}</StatusLine>
            {rows.length === 0 ? <Nothing filtered={filtered} onClear={clear} /> : null}
            <div className="cards" ref={cards} onKeyDown={(event) => moveInList(event, cards.current)}>
              {rows.map((listing) => (
                <ListingCard key={listing.slug} listing={listing} title={title(listing)} />
              ))}
            </div>
            <ShowMore of={list} />
          </div>
        </div>
      ) : null}
    </>
  );
}

function resultText({ total, match }: CatalogueView, q: string | undefined): string {
  const count = texts.catalogueSearch.plugins(total);
  if (match === 'similar' && total > 0) return texts.catalogueSearch.onlySimilar(q, count);
  return q ? texts.catalogueSearch.countFor(count, q) : count;
}

function Nothing({ filtered, onClear }: { filtered: boolean; onClear: () => void }): ReactNode {
  return filtered ? <EmptyFiltered onClear={onClear} /> : <EmptyState>{texts.catalogueSearch.empty}</EmptyState>;
}

function Facets({
  view,
  search,
  onChoose,
}: {
  view: CatalogueView;
  search: Search;
  onChoose: (facet: Facet, values: string[]) => void;
}): ReactNode {
  return (
    <div className="stack facets">
      {FACETS.map(([facet, name]) => {
        const chosen = chosenOf(search, facet);
        // A choice that leaves nothing is still shown, so that it can be undone.
        const gone = chosen.filter((value) => !view.facets[facet].some((one) => one.value === value));
        const values = [...view.facets[facet], ...gone.map((value) => ({ value, count: 0 }))];
        if (values.length === 0) return null;
        return (
          <fieldset key={facet} className="stack stack-8 facet">
            <legend>{name}</legend>
            {values.map(({ value, count }) => (
              <Checkbox
                key={value}
                size="xs"
                // Category and motion are the author's own words.
                label={`${facet === 'tier' ? humanize(value) : value} (${count})`}
                checked={chosen.includes(value)}
                onChange={(event) =>
                  onChoose(
                    facet,
                    event.currentTarget.checked ? [...chosen, value] : chosen.filter((one) => one !== value),
                  )
                }
              />
            ))}
          </fieldset>
        );
      })}
    </div>
  );
}

/** `j` and `k` move the focus to the next and the previous card, Enter opens it as any link. */
function moveInList(
  event: { key: string; ctrlKey: boolean; metaKey: boolean; altKey: boolean; preventDefault: () => void },
  list: HTMLElement | null,
): void {
  if (list === null || event.ctrlKey || event.metaKey || event.altKey || !['j', 'k'].includes(event.key)) return;
  const links = [...list.querySelectorAll<HTMLAnchorElement>('article h2 a')];
  const now = links.findIndex((link) => link === document.activeElement);
  const next = links[now + (event.key === 'j' ? 1 : -1)];
  if (!next) return;
  event.preventDefault();
  next.focus();
}
