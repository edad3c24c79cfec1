// SPDX-License-Identifier: GPL-2.0-or-later
import { expect, test } from 'vitest';
import { addressesOf, withWholeHost } from './addresses.mjs';

const IPV4 = { family: 'IPv4', netmask: '255.255.255.0', mac: '', cidr: null } as const;
const LAN = {
  lo: [{ ...IPV4, address: '127.0.0.1', internal: true }],
  wifi: [{ ...IPV4, address: '192.168.1.7', internal: false }],
};

test('--host alone means every address of this machine', () => {
  expect(withWholeHost(['--host'])).toEqual(['--host', '0.0.0.0']);
  expect(withWholeHost(['--host', '--port', '80'])).toEqual(['--host', '0.0.0.0', '--port', '80']);
  expect(withWholeHost(['--host', '10.0.0.1'])).toEqual(['--host', '10.0.0.1']);
});

test('the address that is printed is one that the others can type', () => {
  expect(addressesOf('0.0.0.0', 8080, LAN)).toEqual(['http://192.168.1.7:8080/']);
  expect(addressesOf('127.0.0.1', 8080, LAN)).toEqual(['http://localhost:8080/']);
  expect(addressesOf('10.0.0.1', 80, LAN)).toEqual(['http://10.0.0.1:80/']);
  expect(addressesOf('::1', 80, LAN)).toEqual(['http://[::1]:80/']);
});

test('a machine without a network gets its own address', () => {
  expect(addressesOf('0.0.0.0', 8080, { lo: LAN.lo })).toEqual(['http://localhost:8080/']);
});
