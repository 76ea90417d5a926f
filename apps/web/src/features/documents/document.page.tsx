import Markdown from 'markdown-to-jsx';
import type { MarkdownToJSX } from 'markdown-to-jsx';
import type { ComponentProps } from 'react';
import { useGet, type PublicDocumentView } from '../../api/hooks.js';
import { formatUtc } from '../../lib/format.js';
import { texts } from './texts.js';

type Kind = PublicDocumentView['kind'];

export const TermsPage = () => <DocumentPage kind="terms" />;
export const PrivacyPage = () => <DocumentPage kind="privacy" />;
export const HelpPage = () => <DocumentPage kind="contact" />;
export const PublicAgreementPage = () => <DocumentPage kind="agreement" />;

/** What the host publishes, for everybody; before that a sentence. Without the component kit. */
function DocumentPage({ kind }: { kind: Kind }) {
  const { data, error } = useGet('/api/public/documents/{kind}', { path: { kind } });
  return (
    <div className="site-wrap site-section stack measure">
      <h1>{texts.titles[kind]}</h1>
      {error ? <p role="alert">{texts.notLoaded}</p> : null}
      {data?.published === null ? <p>{texts.notPublished[kind]}</p> : null}
      {data?.published ? (
        <>
          <p className="dim">{texts.version(data.published.version, formatUtc(data.published.published_at))}</p>
          {kind === 'agreement' ? (
            <div className="prose document-text">{data.published.text}</div>
          ) : (
            <DocumentText text={data.published.text} />
          )}
        </>
      ) : null}
    </div>
  );
}

/** Markdown of an admin: no raw HTML, no pictures, links by https and mail only. */
export function DocumentText({ text }: { text: string }) {
  return (
    <Markdown className="prose stack" options={OPTIONS}>
      {text}
    </Markdown>
  );
}

function Anchor({ href = '', children }: ComponentProps<'a'>) {
  if (!/^(https:\/\/|mailto:)/.test(href)) return <span>{children}</span>;
  return (
    <a href={href} rel="nofollow ugc noopener">
      {children}
    </a>
  );
}

const OPTIONS: MarkdownToJSX.Options = {
  disableParsingRawHTML: true,
  forceBlock: true,
  wrapper: 'article',
  overrides: {
    a: Anchor,
    img: ({ alt = '' }: ComponentProps<'img'>) => <span>{alt}</span>,
    h1: { component: 'h2' },
  },
};
