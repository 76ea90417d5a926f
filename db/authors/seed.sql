insert into authors.application_criteria (version, criterion, note_always) values
  (1, 'access', false),
  (1, 'do_not_rules', false),
  (1, 'identity', true),
  (1, 'name', false),
  (1, 'product', true),
  (1, 'sanctions', true),
  (1, 'security_contact', false)
on conflict do nothing;
