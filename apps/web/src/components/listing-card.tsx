import type { ReactNode } from 'react';
import { ToneBadge } from './status-badge.js';

/** What operators see of a Drive in the catalogue. Icons come from our own origin only. */
export interface Listing {
  slug: string;
  name: string;
  tagline: string;
  category?: string | null;
  price_label?: string | null;
  installs?: number | null;
  permissions_count?: number | null;
  first_party?: boolean;
  version?: string | null;
}

/** `title` is the name, as a link where the card opens something. */
export function ListingCard({
  listing,
  title,
  note,
}: {
  listing: Listing;
  title?: ReactNode;
  note?: ReactNode;
}): ReactNode {
  return (
    <article className="card stack stack-8">
      <div className="row row-start">
        <span className="listing-icon" aria-hidden>
          {listing.name.slice(0, 1)}
        </span>
        <div className="grow">
          <h2>{title ?? listing.name}</h2>
          <p className="dim">{listing.tagline}</p>
        </div>
      </div>
      <div className="row">
        {listing.category ? <ToneBadge tone="neutral">{listing.category}</ToneBadge> : null}
        {listing.price_label ? <ToneBadge tone="neutral">{listing.price_label}</ToneBadge> : null}
        {listing.first_party ? <ToneBadge tone="special">First-party</ToneBadge> : null}
        {typeof listing.permissions_count === 'number' ? (
          <span className="small dim">
            {listing.permissions_count} {listing.permissions_count === 1 ? 'permission' : 'permissions'}
          </span>
        ) : null}
        {typeof listing.installs === 'number' ? (
          <span className="small dim">
            {listing.installs} {listing.installs === 1 ? 'install' : 'installs'}
          </span>
        ) : null}
        {listing.version ? <span className="small dim">Version {listing.version}</span> : null}
      </div>
      {note}
    </article>
  );
}
