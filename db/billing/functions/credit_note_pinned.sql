create or replace function billing.credit_note_pinned() returns trigger language plpgsql as $$
begin
  -- Generated columns are not there yet in a row that is being changed.
  if to_jsonb(new) - array['voided_at', 'number', 'total'] <> to_jsonb(old) - array['voided_at', 'number', 'total'] or old.voided_at is not null then
    raise exception 'billing: a credit note is never rewritten' using errcode = '42501', constraint = 'credit_notes_pinned';
  end if;
  return new;
end
$$;
