-- The form's `*` matches anything that is not empty.
create or replace function ledger.key_fits(key text, form text) returns boolean language sql immutable as $$
select case when position('*' in form) = 0 then key = form
  else starts_with(key, split_part(form, '*', 1)) and right(key, length(split_part(form, '*', 2))) = split_part(form, '*', 2)
    and length(key) >= length(form) - 1 end
$$;
