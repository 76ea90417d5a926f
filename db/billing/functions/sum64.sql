-- The clock is the same for all rows of a close, so it is read once. And sums of amounts that fit in 64 bits are kept
-- in 64 bits all the way; an overflow is an error, after which the month is computed in arbitrary width.
create or replace aggregate billing.sum64(bigint) (sfunc = int8pl, stype = bigint, combinefunc = int8pl, parallel = safe);
