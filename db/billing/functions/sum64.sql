-- What is the same for all rows of a close is asked once: the clock. And sums of amounts that fit in 64 bits are kept in
-- 64 bits all the way; one that leaves them is an error, upon which the month is computed in arbitrary width.
create or replace aggregate billing.sum64(bigint) (sfunc = int8pl, stype = bigint, combinefunc = int8pl, parallel = safe);
