-- The id of a line: from two 64-bit hashes of its segment and month, which costs less than a digest of a text. Without
-- `set`, so that it becomes part of the statement that calls it. The key guarantees that no two lines have the same.
create or replace function billing.line_id(segment uuid, month date)
returns uuid
language sql immutable strict parallel safe
return pg_catalog.encode(
  pg_catalog.int8send(pg_catalog.uuid_hash_extended(segment, 2 * (month - date '2000-01-01')))
    || pg_catalog.int8send(pg_catalog.uuid_hash_extended(segment, 2 * (month - date '2000-01-01') + 1)),
  'hex')::uuid;
