import type { ReactNode } from 'react';
import { Card } from '../../../components/layout/page.js';
import { CopyButton } from '../../../components/values/values.js';
import { texts } from '../texts/content.js';

/** Pictures of the listing for the author's own pages, with their code. */
export function Embed({ slug }: { slug: string }): ReactNode {
  const page = `${location.origin}/catalogue/${slug}`;
  return (
    <Card title={texts.embed.title}>
      {texts.embed.pictures(slug).map(({ file, title, explanation, alt }) => {
        const src = `${location.origin}/api/public/catalogue/${slug}/${file}`;
        return (
          <section key={file} className="stack stack-8">
            <h3>{title}</h3>
            <p className="small dim">{explanation}</p>
            <p>
              <img src={src} alt={alt} />
            </p>
            {Object.entries(texts.embed.code(page, src, alt)).map(([format, text]) => (
              <div key={format}>
                <div className="row small">
                  <span>{format}</span>
                  <CopyButton text={text} label={texts.embed.copy(title, format)} />
                </div>
                <pre tabIndex={0} aria-label={`${title}, ${format}`}>
                  {text}
                </pre>
              </div>
            ))}
          </section>
        );
      })}
    </Card>
  );
}
