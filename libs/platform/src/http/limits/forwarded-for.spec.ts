import { withoutPorts } from './forwarded-for.js';

it.each([
  ['203.0.113.7', '203.0.113.7'],
  ['203.0.113.7:4711', '203.0.113.7'],
  ['203.0.113.7:0', '203.0.113.7'],
  ['2001:db8::1', '2001:db8::1'],
  // Without brackets the last group is part of the address.
  ['2001:db8::1:4711', '2001:db8::1:4711'],
  ['[2001:db8::1]', '2001:db8::1'],
  ['[2001:db8::1]:4711', '2001:db8::1'],
  ['[::ffff:203.0.113.7]:4711', '::ffff:203.0.113.7'],
  ['  203.0.113.7:4711 ,10.0.0.5:80,\t[fd00::5]:443', '203.0.113.7, 10.0.0.5, fd00::5'],
])('of %p the addresses are %p', (header, addresses) => expect(withoutPorts(header)).toBe(addresses));

it.each([
  '',
  'unknown',
  'localhost:80',
  '203.0.113.7:',
  '203.0.113.7:65536',
  '203.0.113.7:123456',
  '203.0.113.7:80:80',
  '203.0.113.7:8a',
  '203.0.113.256:80',
  '203.0.113:80',
  '203.0.113.7.1:80',
  '[203.0.113.7]:80',
  '[2001:db8::1',
  '2001:db8::1]:80',
  '[2001:db8::g]:80',
  '[]:80',
  '[[2001:db8::1]]:80',
  '"203.0.113.7:80"',
])('%p is no address and does not change', (header) => expect(withoutPorts(header)).toBe(header));

it('a malformed entry does not affect its neighbours', () =>
  expect(withoutPorts('junk:80, 203.0.113.7:80')).toBe('junk:80, 203.0.113.7'));
