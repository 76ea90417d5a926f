import { Button, TextInput } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import type { FormEvent, ReactNode } from 'react';
import { useList } from '../../api/hooks.js';
import { ListingCard } from '../../components/listing-card.js';
import { Page } from '../../components/page.js';
import { EmptyFiltered, EmptyState, ErrorCard, Loading } from '../../components/states.js';
import { useUrlState } from '../../lib/url-state.js';

/** Every live plugin, searched on the server. */
export function CataloguePage(): ReactNode {
  const [q, setQ] = useUrlState('q');
  const [text, setText] = useState(q);
  const list = useList('/api/public/catalogue', { query: { q: q || undefined } });
  const rows = list.data?.pages.flatMap((page) => page.items) ?? [];
  const submit = (event: FormEvent): void => {
    event.preventDefault();
    setQ(text.trim());
  };
  return (
    <Page title="Plugins">
      <form className="filters" role="search" onSubmit={submit}>
        <TextInput label="Search" value={text} onChange={(event) => setText(event.currentTarget.value)} />
        <Button type="submit" variant="default">
          Search
        </Button>
      </form>
      {list.error && !list.data ? (
        <ErrorCard error={list.error as never} what="the plugins" onRetry={() => void list.refetch()} />
      ) : null}
      {list.isPending ? <Loading /> : null}
      {list.data && rows.length === 0 ? (
        q ? (
          <EmptyFiltered
            onClear={() => {
              setText('');
              setQ('');
            }}
          />
        ) : (
          <EmptyState>No plugin is live yet. They appear here as soon as a reviewer approves them.</EmptyState>
        )
      ) : null}
      <div className="cards">
        {rows.map((listing) => (
          <ListingCard
            key={listing.slug}
            listing={listing}
            title={
              <Link to="/plugins/$slug" params={{ slug: listing.slug }}>
                {listing.name}
              </Link>
            }
          />
        ))}
      </div>
      {list.hasNextPage ? (
        <div>
          <Button variant="default" loading={list.isFetchingNextPage} onClick={() => void list.fetchNextPage()}>
            Show more
          </Button>
        </div>
      ) : null}
    </Page>
  );
}
