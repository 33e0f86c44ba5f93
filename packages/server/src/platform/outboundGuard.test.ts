import { expect, test } from 'vitest';
import { createOutboundGuard, HostNotListed, OutboundRefused, onlyListed } from './outboundGuard.ts';

const asDialled = (url: string): string => new URL(url).hostname.replace(/^\[|\]$/g, '');

test.each([
  'http://127.0.0.1/',
  'http://0x7f.1/',
  'http://10.1.2.3/',
  'http://[::1]/',
  'http://[::]/',
  'http://[::ffff:127.0.0.1]/',
  'http://[::127.0.0.1]/',
  'http://[::ffff:0:127.0.0.1]/',
  'http://[64:ff9b::127.0.0.1]/',
  'http://[64:ff9b:1::10.0.0.1]/',
  'http://[2002:7f00:1::]/',
  'http://[2001:0:7f00:1::]/',
  'http://[fe80::1]/',
  'http://[fec0::1]/',
  'http://[fd00::1]/',
  'http://192.0.2.2/',
  'http://203.0.113.7/',
])('%s leads into this house, however it is written, and is not dialled', async (url) => {
  await expect(createOutboundGuard([])(asDialled(url))).rejects.toBeInstanceOf(OutboundRefused);
});

test('hosts out in the world are dialled, and private ones only when they are allowed', async () => {
  expect(await createOutboundGuard([])(asDialled('http://[2606:4700::1111]/'))).toBe('2606:4700::1111');
  expect(await createOutboundGuard([])('1.1.1.1')).toBe('1.1.1.1');
  expect(await createOutboundGuard(['64:ff9b::/96'])('64:ff9b::101:101')).toBe('64:ff9b::101:101');
  expect(await createOutboundGuard(['127.0.0.1'])('::ffff:127.0.0.1')).toBe('127.0.0.1');
});

test('the ports of the product itself are nobody’s device, even where this machine is allowed', async () => {
  const guard = createOutboundGuard(['127.0.0.1', '10.0.0.5'], [5432, 8080]);
  expect(await guard('127.0.0.1', 502)).toBe('127.0.0.1');
  expect(await guard('10.0.0.5', 5432)).toBe('10.0.0.5');
  for (const host of ['127.0.0.1', '::ffff:127.0.0.1'])
    for (const port of [5432, 8080]) await expect(guard(host, port)).rejects.toBeInstanceOf(OutboundRefused);
});

test('a list of hosts names all there are, and makes none of them less private', async () => {
  const guard = onlyListed(async () => '1.1.1.1', ['img.example.com', '*.cdn.example', '10.0.0.1']);
  for (const host of ['img.example.com', 'IMG.example.com', 'a.cdn.example', 'a.b.cdn.example'])
    expect(await guard(host)).toBe('1.1.1.1');
  for (const host of ['example.com', 'x.img.example.com', 'cdn.example', 'evilcdn.example', 'img.example.com.evil'])
    await expect(guard(host)).rejects.toBeInstanceOf(HostNotListed);
  await expect(onlyListed(createOutboundGuard([]), ['10.0.0.1'])('10.0.0.1')).rejects.toBeInstanceOf(OutboundRefused);
  expect(await onlyListed(createOutboundGuard([]), null)('1.1.1.1')).toBe('1.1.1.1');
});
