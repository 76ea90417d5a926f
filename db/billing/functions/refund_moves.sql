create or replace function billing.refund_moves() returns trigger language plpgsql as $$
begin
  if (new.id, new.invoice_id, new.payment_id, new.origin, new.scope, new.reason, new.note, new.amount, new.currency, new.requested_by, new.created_at)
     is distinct from (old.id, old.invoice_id, old.payment_id, old.origin, old.scope, old.reason, old.note, old.amount, old.currency, old.requested_by, old.created_at)
     or (old.booked_at is not null and (new.booked_at, new.covered, new.balance_transaction_id) is distinct from (old.booked_at, old.covered, old.balance_transaction_id))
     or (old.provider_refund_id is not null and new.provider_refund_id is distinct from old.provider_refund_id) then
    raise exception 'billing: a refund is never rewritten' using errcode = '42501', constraint = 'refunds_pinned';
  end if;
  if new.version <> old.version + 1 then
    raise exception 'billing: refund % goes from version % to %', old.id, old.version, old.version + 1
      using errcode = '23514', constraint = 'refunds_versioned';
  end if;
  if old.state <> new.state and (old.state, new.state) not in (('requested', 'sending'), ('requested', 'failed'), ('requested', 'pending'), ('requested', 'succeeded'),
       ('sending', 'pending'), ('sending', 'succeeded'), ('sending', 'failed'), ('pending', 'succeeded'), ('pending', 'failed'), ('succeeded', 'failed')) then
    raise exception 'billing: refund % cannot go from % to %', old.id, old.state, new.state using errcode = '23514', constraint = 'refunds_forward';
  end if;
  -- It fails as the provider answered an attempt, or with the provider's own id, which left_alone goes on counting.
  if new.state = 'failed' and old.state <> 'failed' and new.provider_refund_id is null and not exists (
      select from billing.refund_attempts a where a.refund_id = old.id and a.state = 'refused' and a.xmin = pg_current_xact_id()::xid) then
    raise exception 'billing: nobody refused refund %', old.id using errcode = '23514', constraint = 'refunds_refused';
  end if;
  return new;
end
$$;
