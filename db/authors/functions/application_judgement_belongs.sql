create or replace function authors.application_judgement_belongs() returns trigger language plpgsql as $$
declare
  a authors.applications;
begin
  select * into a from authors.applications where id = new.application_id for share;
  if a.state <> 'in_review' or new.round <> a.round then
    raise exception 'a judgement is about an application under review, in its present round' using errcode = '23514', constraint = 'application_judgements_of_round';
  end if;
  if char_length(new.note) < 10 and (new.verdict <> 'pass'
      or (select c.note_always from authors.application_criteria c where (c.version, c.criterion) = (new.criteria_version, new.criterion))) then
    raise exception 'the judgement needs a note' using errcode = '23514', constraint = 'application_judgements_note';
  end if;
  return new;
end
$$;
