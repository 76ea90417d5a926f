create or replace function billing.dispute_moves() returns trigger language plpgsql as $$
begin
  if (new.id, new.provider_dispute_id, new.invoice_id, new.payment_id, new.currency, new.opened_at, new.created_at)
     is distinct from (old.id, old.provider_dispute_id, old.invoice_id, old.payment_id, old.currency, old.opened_at, old.created_at)
     or (old.accepted_at is not null and (new.accepted_at, new.approval_id) is distinct from (old.accepted_at, old.approval_id))
     or (old.withdrawn is not null and (new.withdrawn, new.covered) is distinct from (old.withdrawn, old.covered)) then
    raise exception 'billing: a dispute is never rewritten' using errcode = '42501', constraint = 'disputes_pinned';
  end if;
  if new.version <> old.version + 1 then
    raise exception 'billing: dispute % goes from version % to %', old.id, old.version, old.version + 1
      using errcode = '23514', constraint = 'disputes_versioned';
  end if;
  if old.phase <> new.phase and (old.phase, new.phase) not in (('none', 'opened'), ('none', 'won'), ('none', 'lost'),
       ('opened', 'won'), ('opened', 'lost'), ('lost', 'appeal_won')) then
    raise exception 'billing: dispute % cannot go from % to %', old.id, old.phase, new.phase using errcode = '23514', constraint = 'disputes_forward';
  end if;
  return new;
end
$$;
