-- What reviewers work on, locked, while it waits for them. An application and the appeal about it are one case.
create or replace function approvals.open_case(case_id uuid) returns table(id uuid, kind text, org_id uuid) language plpgsql as $$
begin
  return query select s.id, 'submission', s.org_id from listings.submissions s where s.id = case_id and s.state = 'in_review' for update;
  return query select a.id, 'application', a.org_id from authors.applications a where a.id = case_id and (a.state in ('submitted', 'in_review')
    or exists (select from authors.application_appeals p where p.application_id = a.id and p.state = 'open')) for update of a;
  return query select a.id, 'appeal', a.org_id from listings.appeals a where a.id = case_id and a.state = 'open' for update;
  return query select c.id, 'concern', c.org_id from listings.concerns c where c.id = case_id and c.ended_at is null for update;
end
$$;
