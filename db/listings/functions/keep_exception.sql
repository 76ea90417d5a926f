create or replace function listings.keep_exception() returns trigger language plpgsql as $$
begin
  if tg_op = 'DELETE' then
    raise exception 'an exception is never removed' using errcode = '42501';
  end if;
  if tg_op = 'INSERT' then
    if new.confirmed_by is not null or new.ended_by is not null then
      raise exception 'an exception begins as a proposal' using errcode = '23514', constraint = 'review_exceptions_two_people';
    end if;
    return new;
  end if;
  if (new.id, new.drive_id, new.submission_id, new.criterion, new.check_id, new.reason, new.ends_at, new.proposed_by, new.proposed_by_name, new.proposed_at)
        is distinct from (old.id, old.drive_id, old.submission_id, old.criterion, old.check_id, old.reason, old.ends_at, old.proposed_by, old.proposed_by_name, old.proposed_at)
      or (old.confirmed_by is not null and (new.confirmed_by, new.confirmed_at) is distinct from (old.confirmed_by, old.confirmed_at))
      or old.ended_by is not null then
    raise exception 'of an exception only confirmation and end are written later, once' using errcode = '42501';
  end if;
  if old.confirmed_by is null and new.confirmed_by is not null then
    if new.ends_at <= platform.portal_now() then
      raise exception 'the exception has ended' using errcode = '23514', constraint = 'review_exceptions_end';
    end if;
  end if;
  return new;
end
$$;
