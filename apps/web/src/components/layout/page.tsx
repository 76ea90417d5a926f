import { createContext, Fragment, useContext, useEffect, type ReactNode } from 'react';
import { titleOf, type Titled } from '../../text/labels.js';
import { common } from '../../text/common.js';

export interface PageProps {
  title: string;
  /** Badges next to the title. */
  badges?: ReactNode;
  /** The primary action first. */
  actions?: ReactNode;
  children: ReactNode;
}

const InsidePage = createContext(false);

/**
 * One page: its title (also of the browser tab), badges, actions at the right, then the content. Inside another page, as
 * the error in the place of its content is, it is a part with an h2.
 */
export function Page({ title, badges, actions, children }: PageProps) {
  const inside = useContext(InsidePage);
  useEffect(() => {
    if (!inside) document.title = common.tabTitle(title);
  }, [inside, title]);
  const Heading = inside ? 'h2' : 'h1';
  return (
    <InsidePage value>
      <div className={inside ? 'stack stack-8' : 'stack content'}>
        <div className="row page-head">
          <Heading>{title}</Heading>
          {badges}
          {actions ? <div className="row page-actions">{actions}</div> : null}
        </div>
        {children}
      </div>
    </InsidePage>
  );
}

interface CardProps {
  /** Its anchor, where links lead to it; the title names it then. */
  id?: string;
  title?: ReactNode;
  actions?: ReactNode;
  children: ReactNode;
}

/** A bordered box with an h2. Never inside another card. */
export function Card({ id, title, actions, children }: CardProps) {
  return (
    <section className="card stack" id={id}>
      {title ? (
        <div className="row row-between">
          <h2>{title}</h2>
          {actions}
        </div>
      ) : null}
      {children}
    </section>
  );
}

type FactsProps<Id extends string> = Titled<NoInfer<Id>> & { items: Readonly<Record<Id, ReactNode>> };

/** Values with their names by key: `facts` of the texts of the page before `labels`. Absent values are left out. */
export function Facts<Id extends string>({ titles, items }: FactsProps<Id>) {
  const ids = Object.keys(items) as Id[];
  return <NamedFacts items={ids.map((id) => [titleOf(id, titles), items[id]])} />;
}

/** The same as pairs of name and value, for names that data give. */
export function NamedFacts({ items }: { items: readonly (readonly [string, ReactNode])[] }) {
  return (
    <dl className="facts">
      {items
        .filter(([, value]) => value !== null && value !== undefined && value !== '')
        .map(([name, value]) => (
          <Fragment key={name}>
            <dt>{name}</dt>
            <dd>{value}</dd>
          </Fragment>
        ))}
    </dl>
  );
}
