import type { ReactNode } from 'react';
import type { CardView, SubmissionView } from '../../api/schema.js';
import { StatusBadge, ToneBadge } from '../feedback/feedback.js';
import { texts } from '../texts/drives.js';
import { common } from '../../text/common.js';

/** The card of a Drive in the catalogue. */
export type Listing = CardView;

/** Whether the Drive passes the checks, by the newest run; nothing before the first. */
function ConformanceBadge({ of }: { of: Listing['conformance'] }): ReactNode {
  if (of.state === 'unknown') return null;
  return <StatusBadge kind="conformance" code={of.state} />;
}

/** The icon that we serve, or the first letter of the name. */
export function ListingIcon({ of: { icon_url, name } }: { of: Pick<Listing, 'icon_url' | 'name'> }): ReactNode {
  return icon_url ? (
    <img className="listing-icon" src={icon_url} alt="" width={40} height={40} loading="lazy" />
  ) : (
    <span className="listing-icon" aria-hidden>
      {name.slice(0, 1)}
    </span>
  );
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
        <ListingIcon of={listing} />
        <div className="grow">
          <h2>{title ?? listing.name}</h2>
          <p className="dim">{listing.tagline}</p>
        </div>
      </div>
      <div className="row">
        {listing.category ? <ToneBadge tone="neutral">{listing.category}</ToneBadge> : null}
        <ToneBadge tone="neutral">{listing.price_label}</ToneBadge>
        <ConformanceBadge of={listing.conformance} />
        <span className="small dim">{listing.author}</span>
        {listing.installs > 0 ? (
          <span className="small dim">{texts.listingCard.installs(listing.installs)}</span>
        ) : null}
        <span className="small dim">{texts.listingCard.permissions(listing.permissions_count)}</span>
        {listing.version ? <span className="small dim">{common.versionNumber(listing.version)}</span> : null}
      </div>
      {note}
    </article>
  );
}

/** The card of a submission's Drive in the catalogue, as it is now and as operators will see it. */
export function ListingPreviews({ of: { listing_before, listing } }: { of: SubmissionView }): ReactNode {
  const note = (text: string): ReactNode => <p className="small dim">{text}</p>;
  return (
    <>
      {listing_before ? <ListingCard listing={listing_before} note={note(texts.listingCard.previewBefore)} /> : null}
      {listing ? <ListingCard listing={listing} note={note(texts.listingCard.operatorPreview)} /> : null}
    </>
  );
}
