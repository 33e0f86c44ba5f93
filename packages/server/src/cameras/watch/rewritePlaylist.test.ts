import fc from 'fast-check';
import { expect, test } from 'vitest';
import { rewritePlaylist } from './rewritePlaylist.ts';

const from = new URL('https://root:pw@media.example.com:8888/cam/index.m3u8?token=t');
const rewritten = (text: string): string => rewritePlaylist(text, from, (address) => `<${address.href}>`);

test.each([
  ['a piece beside the playlist', 'seg.ts', '<https://root:pw@media.example.com:8888/cam/seg.ts>'],
  ['a piece by its path', '/x/seg.ts?a=1', '<https://root:pw@media.example.com:8888/x/seg.ts?a=1>'],
  ['a piece elsewhere, without our login', 'https://cdn.example.com/seg.ts', '<https://cdn.example.com/seg.ts>'],
  [
    'the first bytes, with what else the tag says',
    '#EXT-X-MAP:URI="init.mp4",BYTERANGE="720@0"',
    '#EXT-X-MAP:URI="<https://root:pw@media.example.com:8888/cam/init.mp4>",BYTERANGE="720@0"',
  ],
  [
    'a key',
    '#EXT-X-KEY:METHOD=AES-128,URI="key",IV=0x1',
    '#EXT-X-KEY:METHOD=AES-128,URI="<https://root:pw@media.example.com:8888/cam/key>",IV=0x1',
  ],
  ['what is no address', '#EXTINF:2.0,Door', '#EXTINF:2.0,Door'],
  ['an address of something else than the web', 'file:///etc/passwd', ''],
  ['a tag with such an address', '#EXT-X-KEY:METHOD=SAMPLE-AES,URI="skd://key"', ''],
])('%s', (_what, line, expected) => {
  expect(rewritten(`#EXTM3U\r\n${line}`)).toBe(expected === '' ? '#EXTM3U' : `#EXTM3U\n${expected}`);
});

test('for any playlist of a media server, every address that a browser gets is ours', () => {
  const parts = [
    '#EXTM3U',
    '#EXT-X-KEY:METHOD=AES-128,',
    'URI="',
    '"',
    'https://',
    '//',
    'cdn.example.com/a.ts',
    '?t=1',
    ' ',
    '\r\n',
    '\n',
    '\t',
    '#',
    '\\',
    '[',
    '%',
    ',BYTERANGE="1@0"',
    '影',
    '\0',
    'javascript:',
    'data:,x',
  ];
  const playlist = fc.oneof(
    fc.array(fc.constantFrom(...parts), { maxLength: 30 }).map((some) => some.join('')),
    fc.string({ unit: 'binary', maxLength: 60 }),
  );
  fc.assert(
    fc.property(playlist, (text) => {
      for (const line of rewritePlaylist(text, from, () => 'ours').split('\n')) {
        if (line.startsWith('#')) for (const [, uri] of line.matchAll(/\bURI="([^"]*)"/g)) expect(uri).toBe('ours');
        else if (line.trim() !== '') expect(line).toBe('ours');
      }
    }),
    { numRuns: 500 },
  );
});
