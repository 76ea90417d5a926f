import Markdown, { type MarkdownToJSX } from 'markdown-to-jsx';
import { useRef, useState, type ComponentProps } from 'react';
import type { ListingContentView } from '../../api/schema.js';
import { common } from '../../text/common.js';
import { texts } from '../texts/drives.js';
import './listing-content.css';

function SafeLink({ href = '', children }: ComponentProps<'a'>) {
  if (!/^https:\/\//i.test(href)) return <span>{children}</span>;
  return (
    <a href={href} rel="nofollow ugc noopener">
      {children}
    </a>
  );
}
const Heading = ({ children }: ComponentProps<'h3'>) => <h3>{children}</h3>;
const Smaller = ({ children }: ComponentProps<'h4'>) => <h4>{children}</h4>;
const Nothing = () => null;
const OPTIONS: MarkdownToJSX.Options = {
  disableParsingRawHTML: true,
  forceBlock: true,
  overrides: {
    a: SafeLink,
    img: Nothing,
    input: Nothing,
    h1: Heading,
    h2: Heading,
    h3: Smaller,
    h4: Smaller,
    h5: Smaller,
    h6: Smaller,
  },
};

/** Markdown of an author: no HTML, no pictures, links to https only, and headings below those of the page. */
export const AuthorsText = ({ children }: { children: string }) => (
  <Markdown className="authors-text stack" options={OPTIONS}>
    {children}
  </Markdown>
);

/** What an author says about a Drive beside its manifest; without the component library, so that visitors load none. */
export function ListingContent({ of: { description, screenshots, links } }: { of: ListingContentView }) {
  return (
    <div className="stack">
      <Screenshots of={screenshots} />
      {description ? <AuthorsText>{description}</AuthorsText> : null}
      <ul className="row" hidden={links.length === 0}>
        {links.map(({ kind, url }) => (
          <li key={kind}>
            <SafeLink href={url}>{texts.listingContent.links[kind]}</SafeLink>
          </li>
        ))}
      </ul>
    </div>
  );
}

/** Small pictures that open large in a dialog; arrow keys go on to the next. */
function Screenshots({ of }: { of: ListingContentView['screenshots'] }) {
  const dialog = useRef<HTMLDialogElement>(null);
  const [at, setAt] = useState(0);
  const shown = of[at];
  if (!shown) return null;
  const step = (by: number): void => setAt((at + by + of.length) % of.length);
  return (
    <>
      <ul className="listing-shots">
        {of.map(({ url, width, height, alt }, index) => (
          <li key={url}>
            <button
              type="button"
              onClick={() => {
                setAt(index);
                dialog.current?.showModal();
              }}
            >
              <img src={url} width={width} height={height} alt={alt} loading="lazy" />
            </button>
          </li>
        ))}
      </ul>
      <dialog
        ref={dialog}
        className="listing-shot"
        aria-label={shown.alt}
        onKeyDown={({ key }) => {
          if (key === 'ArrowRight' || key === 'ArrowLeft') step(key === 'ArrowRight' ? 1 : -1);
        }}
      >
        <img src={shown.url} width={shown.width} height={shown.height} alt={shown.alt} />
        <form method="dialog" className="row row-between">
          <p>{shown.alt}</p>
          <button type="submit">{common.close}</button>
        </form>
      </dialog>
    </>
  );
}
