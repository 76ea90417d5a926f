create or replace function listings.judgement_belongs() returns trigger language plpgsql as $$
declare
  s listings.submissions;
begin
  select * into s from listings.submissions where id = new.submission_id for share;
  if s.state <> 'in_review' or new.round <> s.round
      or new.digest is distinct from (select r.digest from listings.revisions r where r.id = s.revision_id) then
    raise exception 'a judgement is about the revision under review, in its present round' using errcode = '23514', constraint = 'review_judgements_of_revision';
  end if;
  if new.verdict = 'not_applicable'
      and (select c.always from listings.review_criteria c where (c.version, c.criterion) = (new.criteria_version, new.criterion)) then
    raise exception 'the criterion always applies' using errcode = '23514', constraint = 'review_judgements_applies';
  end if;
  if new.verdict = 'pass' and char_length(new.note) < 10
      and exists (select from listings.unproven_criteria(new.submission_id) u where u.criterion = new.criterion) then
    raise exception 'a pass that checks do not show has a reason' using errcode = '23514', constraint = 'review_judgements_reason';
  end if;
  return new;
end
$$;
