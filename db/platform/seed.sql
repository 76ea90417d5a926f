insert into platform.test_clock (only_row, offset_ms) values
  (true, 0)
on conflict do nothing;
