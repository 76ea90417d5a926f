create or replace function billing.dispute_moves() returns trigger language plpgsql as $$
begin
  if (old.phase, new.phase) not in (('none', 'opened'), ('none', 'won'), ('none', 'lost'), ('opened', 'won'), ('opened', 'lost'), ('lost', 'appeal_won')) then
    raise exception 'billing: dispute % cannot go from % to %', old.id, old.phase, new.phase using errcode = '23514', constraint = 'disputes_forward';
  end if;
  return new;
end
$$;
