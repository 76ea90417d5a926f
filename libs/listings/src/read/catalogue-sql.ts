/** A condition with `?` for each value; `?` is numbered when the statement is put together. */
export interface Condition {
  sql: string;
  values: readonly unknown[];
}

export const FACETS = ['category', 'motion', 'tier'] as const;
export type Facet = (typeof FACETS)[number];
/** Values of a facet, any of which may hold. Absent: all. */
export type Chosen = Partial<Record<Facet, readonly string[]>>;

export const SORTS = ['popular', 'name', 'newest'] as const;
export type Sort = (typeof SORTS)[number];

/** Order of each sort, and the row of its columns that a cursor continues after. */
export const ORDER: Readonly<
  Record<Sort, { by: string; row: string; direction: '>' | '<'; cursor: readonly string[] }>
> = {
  popular: {
    by: 'e.installs_down, e.sort_name, e.slug',
    row: '(e.installs_down, e.sort_name, e.slug)',
    direction: '>',
    cursor: ['int', 'text', 'text'],
  },
  name: { by: 'e.sort_name, e.slug', row: '(e.sort_name, e.slug)', direction: '>', cursor: ['text', 'text'] },
  newest: {
    by: 'e.listed_at desc, e.slug desc',
    row: '(e.listed_at, e.slug)',
    direction: '<',
    cursor: ['timestamptz', 'text'],
  },
};

/** Only so many of what a common word finds are ranked, the most installed first: ranking all costs too much. */
export const RANKED_AT_MOST = 500;
/** Names that are looked at for a misspelt word, and how alike they must be (0 to 1). */
export const SIMILAR_AT_MOST = 50;
export const SIMILAR_FROM = 0.4;

const CARD = `e.drive_id, e.slug, e.name, e.tagline, e.category, e.motion, e.tier, e.version, e.permissions_count, e.installs, e.sort_name,
  e.installs_down, e.listed_at::text as listed_at, o.name as author, p.amount_minor::text as amount_minor, p.currency`;
const BESIDE = `join listings.listings l on l.drive_id = e.drive_id join authors.organizations o on o.id = l.org_id
  left join listings.prices p on p.tier = e.tier and p.currency = 'usd' and p.audience = 'open_market'
    and p.valid_from <= platform.portal_now() and (p.valid_to is null or p.valid_to > platform.portal_now())`;

/** Puts a statement together and numbers its values. */
export class Statement {
  readonly values: unknown[] = [];

  value(value: unknown): string {
    this.values.push(value);
    return `$${this.values.length}`;
  }

  /** ` and ...` for each facet chosen, but the one left out. */
  chosen(chosen: Chosen, without?: Facet): string {
    return FACETS.filter((facet) => facet !== without && chosen[facet] !== undefined)
      .map((facet) => ` and e.${facet} = any(${this.value(chosen[facet])})`)
      .join('');
  }

  /** Counts per value of each facet: what would be found with that value and everything else chosen. */
  counts(from: string, chosen: Chosen): string {
    const facet = (name: Facet): string =>
      `select '${name}' as facet, e.${name} as value, count(*)::int as count from ${from} e
       where e.${name} is not null${this.chosen(chosen, name)} group by e.${name}`;
    return `${FACETS.map(facet).join(' union all ')}
      union all select 'total', null, count(*)::int from ${from} e where true${this.chosen(chosen)}`;
  }
}

/** A page of the whole catalogue, with the generation it was read in. */
export function browseSql(
  s: Statement,
  chosen: Chosen,
  sort: Sort,
  after: readonly unknown[] | null,
  limit: number,
): string {
  const { by, row, direction, cursor } = ORDER[sort];
  const beyond = after
    ? ` and ${row} ${direction} (${after.map((value, i) => `${s.value(value)}::${cursor[i]}`).join(', ')})`
    : '';
  return `select ${CARD}, (select generation from listings.catalogue_generation)::text as generation
    from (select e.* from listings.catalogue_entries e where true${s.chosen(chosen)}${beyond} order by ${by} limit ${s.value(limit)}) e
    ${BESIDE} order by ${by}`;
}

/** Entries that hold all words, the most installed of them ranked by where they hold them: name, short name, tagline. */
export function wordsSql(
  s: Statement,
  question: { prefix: string; text: string; chosen: Chosen; after: readonly unknown[] | null; limit: number },
): string {
  const { prefix, text, chosen, after, limit } = question;
  // Ranked one by one: in one query the same word with and without "or longer" would count as the word alone.
  const typed = `to_tsquery('pg_catalog.simple', ${s.value(prefix)})`;
  const stems = `plainto_tsquery('pg_catalog.english', ${s.value(text)})`;
  const beyond = after
    ? ` and (e.weight, e.installs_down, e.sort_name, e.slug) > (${s.value(after[0])}::int, ${s.value(after[1])}::int, ${s.value(after[2])}::text, ${s.value(after[3])}::text)`
    : '';
  return `with found as materialized (
      select e.drive_id, e.category, e.motion, e.tier, e.installs_down from listings.catalogue_entries e where e.words @@ (${typed} || ${stems})),
    top as (select e.drive_id from found e where true${s.chosen(chosen)} order by e.installs_down limit ${RANKED_AT_MOST}),
    ranked as (select e.*, -(1000000 * (ts_rank(e.heading, ${typed}) + ts_rank(e.heading, ${stems})))::int as weight from top join listings.catalogue_entries e using (drive_id)),
    page as (select e.* from ranked e where true${beyond} order by e.weight, e.installs_down, e.sort_name, e.slug limit ${s.value(limit)})
    select (select coalesce(json_agg(f), '[]') from (${s.counts('found', chosen)}) f) as counts,
      (select coalesce(json_agg(c), '[]') from (select ${CARD}, e.weight from page e ${BESIDE}
        order by e.weight, e.installs_down, e.sort_name, e.slug) c) as cards`;
}

/** Entries whose name is most like the text, for words that nobody uses. */
export function similarSql(s: Statement, question: { text: string; chosen: Chosen; limit: number }): string {
  const { text, chosen, limit } = question;
  const typed = s.value(text);
  return `with near as materialized (select e.*, e.name <->> ${typed} as distance from listings.catalogue_entries e
      order by e.name <->> ${typed} limit ${SIMILAR_AT_MOST}),
    found as (select e.* from near e where e.distance <= ${1 - SIMILAR_FROM}),
    page as (select e.* from found e where true${s.chosen(chosen)} order by e.distance, e.installs_down, e.slug limit ${s.value(limit)})
    select (select coalesce(json_agg(f), '[]') from (${s.counts('found', chosen)}) f) as counts,
      (select coalesce(json_agg(c), '[]') from (select ${CARD} from page e ${BESIDE} order by e.distance, e.installs_down, e.slug) c) as cards`;
}

export const ENTRY = `select ${CARD}, r.digest, r.manifest from listings.catalogue_entries e ${BESIDE}
  join listings.revisions r on r.id = e.revision_id where e.slug = $1`;
