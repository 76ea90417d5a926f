-- A rule only ever gets its end, once.
create or replace function billing.split_rule_kept() returns trigger language plpgsql as $$
begin
  if tg_op = 'DELETE' or (to_jsonb(new) - 'valid_to') <> (to_jsonb(old) - 'valid_to') or old.valid_to is not null then
    raise exception 'billing: a split rule only ever gets its end' using errcode = '42501', constraint = 'split_rules_kept';
  end if;
  return new;
end
$$;
