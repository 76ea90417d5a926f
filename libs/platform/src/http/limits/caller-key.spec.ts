import { callerAddress, callerKey, networkKey } from './caller-key.js';

it('an IPv4 caller is one address, however it is written', () => {
  expect(callerKey('203.0.113.7')).toBe('203.0.113.7');
  expect(callerKey('::ffff:203.0.113.7')).toBe('203.0.113.7');
  expect(callerKey('203.0.113.8')).not.toBe(callerKey('203.0.113.7'));
});

it('an IPv6 caller is a network of 64 bits, not one of its addresses', () => {
  expect(callerKey('2001:db8:1:2::1')).toBe(callerKey('2001:0DB8:1:2:ffff:ffff:ffff:ffff'));
  expect(callerKey('2001:db8:1:2::1')).not.toBe(callerKey('2001:db8:1:3::1'));
});

it('an invalid address is a caller of its own', () => expect(callerKey('unknown')).toBe('unknown'));

it('an IPv6 caller is also part of a network of 48 bits, an IPv4 caller of none', () => {
  expect(networkKey('2001:db8:1:2::1')).toBe(networkKey('2001:db8:1:ffff::1'));
  expect(networkKey('2001:db8:1:2::1')).not.toBe(networkKey('2001:db8:2:2::1'));
  expect(networkKey('2001:db8:1::1')).not.toBe(callerKey('2001:db8:1::1'));
  expect(['203.0.113.7', '::ffff:203.0.113.7', 'unknown'].map(networkKey)).toEqual([undefined, undefined, undefined]);
});

it('an address is shown in its usual form', () => {
  expect(callerAddress('::ffff:203.0.113.7')).toBe('203.0.113.7');
  expect(callerAddress('2001:0DB8::1')).toBe('2001:db8::1');
  expect(callerAddress('unknown')).toBe('unknown');
});
