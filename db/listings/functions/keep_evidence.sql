create or replace function listings.keep_evidence() returns trigger language plpgsql as $$
begin
  if tg_op = 'DELETE' then
    raise exception 'evidence is never removed' using errcode = '42501';
  end if;
  if old.ended_at is not null
      or (new.id, new.drive_id, new.claim, new.file_name, new.media_type, new.size_bytes, new.sha256, new.content, new.valid_until, new.uploaded_by, new.uploaded_by_name, new.uploaded_at)
        is distinct from (old.id, old.drive_id, old.claim, old.file_name, old.media_type, old.size_bytes, old.sha256, old.content, old.valid_until, old.uploaded_by, old.uploaded_by_name, old.uploaded_at) then
    raise exception 'of evidence only its end is written later, once' using errcode = '42501';
  end if;
  return new;
end
$$;
