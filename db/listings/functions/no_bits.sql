-- Names are compared by the sets; nothing else used it.
create or replace function listings.no_bits(size integer) returns bit varying language sql immutable as $$
select case when size > 0 then pg_catalog."bit"(0, size) else B'' end::bit varying
$$;
