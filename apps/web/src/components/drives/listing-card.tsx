import { Link } from '@tanstack/react-router';
import type { CSSProperties, ReactNode } from 'react';
import type { CardView, SubmissionView } from '../../api/schema.js';
import { accentOf, isLight } from '../../lib/accent.js';
import { formatUtc } from '../../lib/format.js';
import { visible } from '../../lib/visible.js';
import { checksText } from './checks-text.js';
import { publicPrice } from './public-price.js';
import { texts } from '../texts/drives.js';
import '../../theme/public.css';
import './listing.css';

/** Where the page of a plugin is: for everybody, or for operators. */
export type PluginPath = '/catalogue/$slug' | '/plugins/$slug';

/** Makes the Drive's own accent, else one by its slug, the `--accent` of what is inside, with text that is readable on it. */
export function accented({ slug, accent }: Pick<CardView, 'slug' | 'accent'>, more: CSSProperties = {}): CSSProperties {
  const own = accent ? { '--accent': accent, '--on-accent': isLight(accent) ? '#000000' : '#ffffff' } : undefined;
  return { '--accent': `var(--accent-${accentOf(slug)})`, ...own, ...more } as CSSProperties;
}

interface IconProps {
  of: Pick<CardView, 'icon_url' | 'name' | 'slug' | 'accent'>;
  size?: 48 | 72;
}

/** The icon that we serve, or the first letter of the name on the accent. */
export function ListingIcon({ of, size = 48 }: IconProps): ReactNode {
  const { icon_url, name } = of;
  if (icon_url) return <img className="listing-icon" src={icon_url} alt="" width={size} height={size} loading="lazy" />;
  return (
    <span className="listing-icon" style={accented(of, { width: size, height: size, fontSize: size / 2 })} aria-hidden>
      {[...name][0]?.toUpperCase()}
    </span>
  );
}

const VERIFIED = (
  <span className="site-badge" data-tone="ok">
    {texts.verified.mark}
  </span>
);

/** The two facts that the mark "Verified" stands for. */
export const VerifiedFacts = ({ of: { at, origin, domain } }: { of: NonNullable<CardView['verified']> }): ReactNode => (
  <p>{texts.verified.facts(visible(origin), formatUtc(at), visible(domain))}</p>
);

/** The mark, which opens to its facts. */
export const Verified = ({ of }: { of: NonNullable<CardView['verified']> }): ReactNode => (
  <details>
    <summary>{VERIFIED}</summary>
    <VerifiedFacts of={of} />
  </details>
);

interface CardProps {
  listing: CardView;
  /** The whole card opens this page of the plugin. */
  to?: PluginPath;
  note?: ReactNode;
}

export function ListingCard({ listing, to, note }: CardProps): ReactNode {
  const { slug, name, conformance } = listing;
  const Heading = to ? 'h3' : 'h2';
  const checks = listing.checks && checksText(listing.checks).join(' ');
  return (
    <article className="site-card stack listing-card">
      <div className="row">
        <ListingIcon of={listing} />
        <div>
          <Heading>{to ? <Link {...{ to, params: { slug } }}>{name}</Link> : name}</Heading>
          <span className="dim">{listing.author}</span> {listing.verified ? VERIFIED : null}
        </div>
      </div>
      <p className="grow">{listing.tagline}</p>
      <p className="row row-between num">
        <strong>{publicPrice(listing)}</strong>
        <span className="dim">{texts.listingCard.installs(listing.installs)}</span>
      </p>
      {conformance.state === 'failing' ? <p>{texts.listingCard.failing}</p> : null}
      {checks ? <p className="dim">{checks}</p> : null}
      {note}
    </article>
  );
}

interface ShelfProps {
  title: string;
  items: readonly CardView[];
  to: PluginPath;
  /** The way to all of them. */
  more?: ReactNode;
}

/** Some cards under a title; nothing without any. */
export function Shelf({ title, items, to, more }: ShelfProps): ReactNode {
  if (items.length === 0) return null;
  return (
    <section className="site-section">
      <div className="site-head">
        <h2>{title}</h2>
        {more}
      </div>
      <div className="site-grid">
        {items.map((listing) => (
          <ListingCard key={listing.slug} listing={listing} to={to} />
        ))}
      </div>
    </section>
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
