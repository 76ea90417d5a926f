create or replace function listings.assert_stranger(org uuid, person uuid) returns void language plpgsql as $$
begin
  if authors.is_recent_member(org, person) then
    raise exception 'a reviewer has no say about an own organisation' using errcode = '23514', constraint = 'submissions_reviewer_is_stranger';
  end if;
  perform statements.assert_other_payee(org, person);
end
$$;
