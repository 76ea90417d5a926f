-- The host of a website that an origin is at or below; without a list of public suffixes, never one above or beside it.
create or replace function listings.shared_domain(origin text, website text) returns text language sql immutable as $$
  select h.site
  from (select substring(lower(origin) from '^https?://([a-z0-9.-]+)(?::[0-9]+)?(?:[/?#]|$)') as origin,
    regexp_replace(substring(lower(website) from '^https?://([a-z0-9.-]+)(?::[0-9]+)?(?:[/?#]|$)'), '^www\.', '') as site) h
  where h.origin = h.site or h.site ~ '\.[a-z]' and right(h.origin, length(h.site) + 1) = '.' || h.site
$$;
