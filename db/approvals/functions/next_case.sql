-- Locks the first submission of the queue, or application, that nobody has and that the reviewer may decide; locked ones are skipped.
create or replace function approvals.next_case(of_kind text, reviewer uuid, only_kind text, passed uuid[]) returns uuid language plpgsql as $$
declare
  found_id uuid;
begin
  if of_kind = 'submission' then
    select s.id into found_id from listings.submissions s
    where s.state = 'in_review' and (only_kind is null or s.kind = only_kind) and s.id <> all(passed) and authors.is_stranger(s.org_id, reviewer)
      and not exists (select from approvals.claims h where h.subject_id = s.id and h.held_until > platform.portal_now())
      and not exists (select from listings.appeals a where a.submission_id = s.id and reviewer = any(a.judges))
    order by s.weight, s.waiting_since, s.id limit 1 for update skip locked;
  else
    select a.id into found_id from authors.applications a
    where a.state in ('submitted', 'in_review') and a.id <> all(passed) and authors.is_stranger(a.org_id, reviewer)
      and not exists (select from approvals.claims h where h.subject_id = a.id and h.held_until > platform.portal_now())
      and not exists (select from authors.application_appeals p where p.application_id = a.id and p.refused_by = reviewer)
    order by a.submitted_at, a.id limit 1 for update skip locked;
  end if;
  return found_id;
end
$$;
