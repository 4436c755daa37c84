import { expect, it } from 'vitest';
import { leadsHere } from '../../../lib/config/settings/this-machine.ts';

it.each([
  ['http://localhost', true],
  ['http://LOCALHOST:8080/v1', true],
  ['http://127.0.0.1', true],
  ['http://127.8.0.1:9/path?a=b#c', true],
  ['http://[::1]:8080', true],
  ['smtp://user:password@127.0.0.1:25', true],
  ['http://2130706433', false],
  ['http://0x7f.1', false],
  ['http://0x7f000001/', false],
  ['http://0177.0.0.1', false],
  ['http://127.1', false],
  ['http://127.0.0.010', false],
  ['http://127.0.0.999', false],
  ['http://[::ffff:127.0.0.1]', false],
  ['http://[0:0:0:0:0:0:0:1]', false],
  ['http://localhost.', false],
  ['http://localhost.example.com', false],
  ['http://127.0.0.1.evil.com', false],
  ['http://127.0.0.1@evil.com', false],
  ['http://evil.com@127.0.0.1.evil.com', false],
  ['http://evil.com/127.0.0.1', false],
  ['http://evil.com\\@127.0.0.1', false],
  ['http://１２７.0.0.1', false],
  ['http://0.0.0.0', false],
  ['nonsense', false],
])('%s leads to this machine: %s', (address, leads) => {
  expect(leadsHere(address)).toBe(leads);
});
