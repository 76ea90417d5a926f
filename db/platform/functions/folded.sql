-- An address as it is compared: only A to Z lose their case. Unicode's folding makes look-alikes equal, such as U+212A and k.
create or replace function platform.folded(address text) returns text language sql immutable parallel safe as $$ select lower(address collate "C") $$;
