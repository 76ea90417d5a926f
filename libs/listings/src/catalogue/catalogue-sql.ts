import { FACETS, type Chosen } from './domain/facets.js';
import { countedRuns } from '../conformance/counted-runs-sql.js';
import { decided } from '../pricing/decided-terms-sql.js';

export const SORTS = ['popular', 'name', 'newest', 'updated'] as const;
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
  updated: {
    by: 'e.updated_at desc, e.slug desc',
    row: '(e.updated_at, e.slug)',
    direction: '<',
    cursor: ['timestamptz', 'text'],
  },
};

/** Changes whenever a listing is added, removed or changed, at the latest ten seconds before that is committed. */
export const GENERATION = '(select last_value from listings.catalogue_generation)';

// Few have any: a Drive without a decision of finance has no row, and only revisions without a tier price have plans.
const terms = (revision: string, tier: string, at: string): string =>
  `${decided('billing_model', 'e.drive_id', at)} as billing_model,
  case when coalesce(${tier}, 'custom') = 'custom' then ${decided('host_plan', 'e.drive_id', at)} end as host_plan,
  case when coalesce(${tier}, 'custom') = 'custom' then (select json_agg(json_build_object('plan', x.plan, 'amount_minor', x.amount_minor::text, 'currency', x.currency))
    from listings.plan_prices x where x.revision_id = ${revision}) end as plans`;
/** What proves that a verified entry is its author's. */
const PROOF = `case when e.domain is not null then (select json_build_object('at', l.handshake_at, 'origin', r.origin, 'domain', e.domain)
    from listings.revisions r where r.id = e.revision_id) end as proof`;
/** Of the manifest, else of the icon. */
const accent = (own: string, revision: string): string =>
  `coalesce(${own}, (select c.accent from listings.revision_icons i join listings.icons c on c.digest = i.digest where i.revision_id = ${revision})) as accent`;
// The author and the icon by key alone: a join would be planned for far more rows than a page has.
const CARD = `e.drive_id, e.slug, e.name, e.sort_name, e.tagline, e.category, e.motion, e.tier, e.version, e.permissions_count, e.installs, e.installs_down,
  e.listed_at::text as listed_at, e.updated_at::text as updated_at, l.conformance_ok, l.checks, l.verified_at::text as verified_at, ${PROOF}, p.amount_minor::text as amount_minor, p.currency,
  (select o.name from authors.organizations o where o.id = e.org_id) as author,
  (select i.digest from listings.revision_icons i where i.revision_id = e.revision_id) as icon, ${accent('e.accent', 'e.revision_id')},
  ${terms('e.revision_id', 'e.tier', '(select moment.now from moment)')}`;
// Once for all cards, and the time with it: a function that may differ from call to call would run for every row.
const PRICES = `moment as materialized (select platform.portal_now() as now), price as materialized (select p.tier, p.amount_minor, p.currency from listings.prices p
    where p.currency = 'usd' and p.audience = 'open_market' and tstzrange(p.valid_from, p.valid_to) @> (select moment.now from moment))`;
const OF_CARD = `join listings.listings l on l.drive_id = e.drive_id left join price p on p.tier = e.tier`;
/**
 * Sizes of a page that are usual, and one more. A limit that is a parameter makes PostgreSQL plan the statement every
 * time.
 */
const USUAL_LIMITS = [4, 7, 11, 21, 51, 101];

/** Puts a statement together and numbers its values. */
export class Statement {
  readonly values: unknown[] = [];

  value(value: unknown): string {
    this.values.push(value);
    return `$${this.values.length}`;
  }

  /** ` and ...` for each facet chosen. */
  chosen(chosen: Chosen): string {
    return FACETS.filter((facet) => chosen[facet] !== undefined)
      .map((facet) => ` and e.${facet} = any(${this.value(chosen[facet])})`)
      .join('');
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
  const most = USUAL_LIMITS.includes(limit) ? String(limit) : s.value(limit);
  return `with ${PRICES} select ${CARD}, ${GENERATION} as generation
    from (select e.* from listings.catalogue_entries e where true${s.chosen(chosen)}${beyond} order by ${by} limit ${most}) e
    ${OF_CARD} order by ${by}`;
}

const FACET_COLUMNS = FACETS.map((facet) => `e.${facet}`).join(', ');
/** How many there are of each combination of facets. */
const countsSql = (from: string): string =>
  `select ${FACET_COLUMNS}, count(*)::int as count from ${from} e group by ${FACET_COLUMNS}`;

const asked = (weights: string, joined: '&' | '|', begins: 'true' | 'false'): string =>
  `(select listings.asked($1, '${weights}', '${joined}', ${begins}))`;
// Without weights the index alone knows: with any, PostgreSQL reads the words of every match again.
const ALL_WORDS = `w.words @@ ${asked('', '&', 'true')}`;
const ONE_IN_NAME = `w.words @@ ${asked('A', '|', 'true')}`;
/** 0: each word in the name as typed or in another form, 1: each begins one there, 2: or in the tagline, 3: one does. */
const WEIGHT = `case when not w.heading @@ ${asked('AB', '|', 'true')} then 4 when w.heading @@ ${asked('A', '&', 'false')} then 0
  when w.heading @@ ${asked('A', '&', 'true')} then 1 when w.heading @@ ${asked('AB', '&', 'true')} then 2 else 3 end`;

/**
 * A page by the field with the words $1, then by popularity, and how many matches have the same facets. Entries are read
 * only of as many weights as fill the page: a common word is in the descriptions of thousands.
 */
const wordsSql = (match: string): string => `with ${PRICES},
    hits as materialized (select w.drive_id, w.category, w.motion, w.tier, w.verified, ${WEIGHT} as weight from listings.catalogue_words w where ${match}),
    chosen as (select h.drive_id, h.weight from hits h where h.weight >= coalesce($6::int, 0) and ($2::text[] is null or h.category = any($2))
        and ($3::text[] is null or h.motion = any($3)) and ($4::text[] is null or h.tier = any($4))
        and ($5::text[] is null or h.verified = any($5))),
    enough as (select min(n.weight) as weight from (select c.weight, sum(count(*)) over (order by c.weight) as upto from chosen c
        where c.weight > coalesce($6::int, -1) group by c.weight) n where n.upto >= $10),
    page as (select e.*, c.weight from chosen c join listings.catalogue_entries e on e.drive_id = c.drive_id
      where c.weight <= coalesce((select enough.weight from enough), 4)
        and ($6::int is null or (c.weight, e.installs_down, e.sort_name, e.slug) > ($6, $7::int, $8, $9))
      order by c.weight, e.installs_down, e.sort_name, e.slug limit $10)
  select ${GENERATION} as generation, (select json_agg(f) from (${countsSql('hits')}) f) as counts,
    (select coalesce(json_agg(c), '[]') from (select ${CARD}, e.weight from page e ${OF_CARD}
      order by e.weight, e.installs_down, e.sort_name, e.slug) c) as cards`;
export const WORDS = {
  /** Listings with all of the words. */
  all: wordsSql(ALL_WORDS),
  /** Listings with any of them in the name. */
  one_in_name: wordsSql(ONE_IN_NAME),
};

/**
 * Each word that was typed, and, where no text has it or begins with it, words of the catalogue that it may be a slip
 * of: about as long, and beginning as it does when its first letters are right, swapped, or the first is one too many.
 * Null for a word that is used. $2 and $3: the lengths from which one slip and two are forgiven.
 */
export const NEAR_WORDS = `select s.start, case when not exists (select from listings.catalogue_words w where w.words @@ listings.asked(array[s.start], '', '&', true))
    then array(select t.term from (values (left(s.start, 1)), (substr(s.start, 2, 1) || left(s.start, 1)), (substr(s.start, 2, 2))) b(beginning)
      join listings.catalogue_terms t on t.term >= b.beginning and t.term < b.beginning || chr(1114111)
      where f.slips > 0 and length(t.term) between length(s.start) - f.slips and length(s.start) + f.slips) end as near
  from listings.sought($1) s, lateral (select case when length(s.start) < $2 then 0 when length(s.start) < $3 then 1 else 2 end as slips) f`;

/** Which of some words most Drives use, of those in 500 and more any; none when no Drive uses one any more. */
export const MOST_USED = `select w.word from unnest($1::text[]) w(word), lateral (select count(*) as drives from (select from listings.catalogue_words c
    where c.words @@ listings.asked(array[w.word], '', '&', false) limit 500) u) n
  where n.drives > 0 order by n.drives desc, w.word limit 1`;

/** Entries with the most similar name, for unknown words that are not a typo. */
export function similarSql(s: Statement, question: { text: string; chosen: Chosen; limit: number }): string {
  const { text, chosen, limit } = question;
  return `with ${PRICES}, found as materialized (select e.*, n.distance from listings.similar_names(${s.value(text)}) n
      join listings.catalogue_entries e on e.drive_id = n.drive_id),
    page as (select e.* from found e where true${s.chosen(chosen)} order by e.distance, e.installs_down, e.slug limit ${s.value(limit)})
    select ${GENERATION} as generation, (select json_agg(f) from (${countsSql('found')}) f) as counts,
      (select coalesce(json_agg(c), '[]') from (select ${CARD} from page e ${OF_CARD} order by e.distance, e.installs_down, e.slug) c) as cards`;
}

/** How many of the whole catalogue have the same facets. */
export const WHOLE_COUNTS = `select ${GENERATION} as generation, (select json_agg(f) from (${countsSql('listings.catalogue_words')}) f) as counts`;

/** What its author says about it beside the manifest. */
const author = (at: string): string =>
  `listings.live_content(e.drive_id, ${at}) as content, listings.released_changes(e.drive_id, ${at}) as changes`;

/** One entry with everything of its manifest, and the claims that go with it. */
export const ENTRY = `with ${PRICES} select ${CARD}, r.digest, r.manifest, ${author('(select moment.now from moment)')} from listings.catalogue_entries e ${OF_CARD}
  join listings.revisions r on r.id = e.revision_id where e.slug = $1`;

/** The most installed others of the author of one Drive. */
export const OTHERS_OF_AUTHOR = `with ${PRICES} select ${CARD} from (select o.* from listings.listings l
    join listings.catalogue_entries o on o.org_id = l.org_id and o.drive_id <> l.drive_id
    where l.drive_id = $1 order by o.installs_down, o.sort_name, o.slug limit 3) e ${OF_CARD} order by ${ORDER.popular.by}`;

/**
 * The same as of instant $2: the revision that was live then with the price of its tier, and the status of the checks
 * then. The author has the name of today.
 */
const entryAt = (
  from: string,
): string => `select e.drive_id, e.slug, r.manifest->>'name' as name, r.manifest->>'tagline' as tagline,
    r.manifest->>'category' as category, r.manifest->>'motion' as motion, r.version, jsonb_array_length(r.manifest->'permissionsRequested') as permissions_count,
    e.installs, e.sort_name, e.installs_down, e.listed_at::text as listed_at, p.published_at::text as updated_at, o.name as author, r.digest, r.manifest, ${author('$2')}, p.published_at, r.id as revision_id,
    (select c.ok from ${countedRuns('e.drive_id')} c where c.since <= $2 order by c.since desc, c.seq desc limit 1) as conformance_ok,
    (select c.ran_at::text from ${countedRuns('e.drive_id')} c where c.since <= $2 and c.ok order by c.since desc, c.seq desc limit 1) as verified_at, null::json as proof, null::jsonb as checks,
    (select i.digest from listings.revision_icons i where i.revision_id = r.id) as icon, ${accent(`r.manifest->>'accentColor'`, 'r.id')}, ${terms('r.id', `nullif(r.manifest->'pricing'->>'tier', 'custom')`, '$2')}
  from ${from} e join authors.organizations o on o.id = e.org_id
  join lateral (select x.revision_id, x.published_at from listings.publications x where x.drive_id = e.drive_id and x.published_at <= $2
    order by x.published_at desc, x.id desc limit 1) p on true
  join listings.revisions r on r.id = p.revision_id`;

/** Of listed Drives only: a Drive that is no longer public has no public history. */
export const ENTRY_AT = `${entryAt('listings.catalogue_entries')} where e.slug = $1`;

const ANY_LISTING = `select l.drive_id, l.org_id, l.slug, l.listed_at, 0 as installs, l.name as sort_name, 0 as installs_down
    from listings.listings l`;
/** Of any Drive, by its id, in whatever state it is. */
export const DRIVE_AT = `${entryAt(`(${ANY_LISTING})`)} where e.drive_id = $1`;

const ENDING = `l.state in ('sunset_announced', 'closed_to_installs')`;
/** The days of a Drive whose end is announced. */
export const RETIRING = `select l.drive_id, d.closes_at, d.retires_at, l.state = 'sunset_announced' and d.closes_at > (select platform.portal_now()) as takes_installs
  from listings.listings l join listings.deprecations d on d.drive_id = l.drive_id and d.withdrawn_at is null and d.retired_at is null
  where l.slug = $1 and ${ENDING}`;
export const RETIRING_AT = `${entryAt(`(${ANY_LISTING} where ${ENDING})`)} where e.slug = $1`;
