-- The host of a website that an origin is at: the same host, or one below it. Null when it is not, or one of them is no plain
-- host name. Without a list of public suffixes a host above or beside the website's is never taken for the same owner's.
create or replace function listings.shared_domain(origin text, website text) returns text language sql immutable as $$
  select h.site
  from (select substring(lower(origin) from '^https?://([a-z0-9.-]+)(?::[0-9]+)?(?:[/?#]|$)') as origin,
    regexp_replace(substring(lower(website) from '^https?://([a-z0-9.-]+)(?::[0-9]+)?(?:[/?#]|$)'), '^www\.', '') as site) h
  where h.origin = h.site or h.site ~ '\.[a-z]' and right(h.origin, length(h.site) + 1) = '.' || h.site
$$;
