create or replace function listings.appeal_of_refusal() returns trigger language plpgsql as $$
declare
  decided timestamptz;
begin
  if tg_op = 'INSERT' then
    if new.submission_id is not null then
      select s.decided_at into decided from listings.submissions s
        where s.id = new.submission_id and s.drive_id = new.drive_id and s.org_id = new.org_id and s.state = 'rejected';
      -- Who judged, decided or had a say about an exception, independent of the writer.
      select array_agg(distinct x.person) into new.judges from (
        select s.decided_by as person from listings.submissions s where s.id = new.submission_id
        union select j.judged_by from listings.review_judgements j where j.submission_id = new.submission_id
        union select unnest(array[a.proposed_by, a.decided_by]) from approvals.approvals a
          where a.kind = 'review_exception' and a.payload->>'submission_id' = new.submission_id::text) x
        where x.person is not null;
    else
      select r.removed_at into decided from listings.removals r join listings.listings l on l.drive_id = r.drive_id
        where r.id = new.removal_id and r.drive_id = new.drive_id and l.org_id = new.org_id and l.state = 'removed';
      select array[w.proposed_by, w.decided_by] into new.judges from listings.removals r
        join approvals.approvals w on w.id = r.approval_id where r.id = new.removal_id;
    end if;
    if new.state <> 'open' or decided is null then
      raise exception 'only a refusal or a removal is appealed' using errcode = '23514', constraint = 'appeals_of_refusal';
    end if;
    if platform.portal_now() >= decided + interval '30 days' then
      raise exception 'it is too late for an appeal' using errcode = '23514', constraint = 'appeals_in_time';
    end if;
    if listings.is_superseded(new.submission_id) then
      raise exception 'something newer has taken its place' using errcode = '23514', constraint = 'appeals_not_superseded';
    end if;
    return new;
  end if;
  if new.state = 'granted' and listings.is_superseded(new.submission_id) then
    raise exception 'something newer has taken its place' using errcode = '23514', constraint = 'appeals_not_superseded';
  end if;
  return new;
end
$$;
