create or replace function billing.segment_pinned() returns trigger language plpgsql as $$
begin
  if (to_jsonb(new) - array['ended_at', 'reported_ended_at', 'closed_by_event']) <> (to_jsonb(old) - array['ended_at', 'reported_ended_at', 'closed_by_event'])
     or (old.ended_at is not null and (new.ended_at is null or new.ended_at >= old.ended_at)) then
    raise exception 'billing: a segment only ever gets its end, or an earlier one' using errcode = '42501', constraint = 'install_segments_pinned';
  end if;
  -- One without an end runs through every month since it began.
  if exists (select 1 from billing.periods p where p.frozen_at is not null
      and billing.month_start(p.month) < coalesce(old.ended_at, 'infinity') and billing.month_end(p.month) > new.ended_at) then
    raise exception 'billing: a frozen month keeps its time' using errcode = '42501', constraint = 'install_segments_pinned';
  end if;
  return new;
end
$$;
