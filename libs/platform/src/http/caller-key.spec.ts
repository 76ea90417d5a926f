import { callerKey } from './caller-key.js';

it('an IPv4 caller is one address, however it is written', () => {
  expect(callerKey('203.0.113.7')).toBe('203.0.113.7');
  expect(callerKey('::ffff:203.0.113.7')).toBe('203.0.113.7');
  expect(callerKey('203.0.113.8')).not.toBe(callerKey('203.0.113.7'));
});

it('an IPv6 caller is a network of 64 bits, not one of its addresses', () => {
  expect(callerKey('2001:db8:1:2::1')).toBe(callerKey('2001:0DB8:1:2:ffff:ffff:ffff:ffff'));
  expect(callerKey('2001:db8:1:2::1')).not.toBe(callerKey('2001:db8:1:3::1'));
});

it('what is no address is a caller of its own', () => expect(callerKey('unknown')).toBe('unknown'));
