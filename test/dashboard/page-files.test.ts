import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import { beforeAll, describe, expect, it } from 'vitest';
import { shell } from '../../lib/dashboard/dashboard-app.ts';
import { type PageFiles, sendFile } from '../../lib/dashboard/page-files.ts';
import { pageFiles } from './a-dashboard.ts';

let files: PageFiles;
beforeAll(async () => {
  files = await pageFiles();
});

const ask = (headers: Record<string, string>) =>
  sendFile(new Request('http://127.0.0.1:4000/page.js', { headers }), files.script);
const bytesOf = async (reply: Response) => Buffer.from(await reply.arrayBuffer());

it('the whole page is under 150 KB compressed', () => {
  const html = Buffer.byteLength(shell({ files, theme: null, actToken: null }));
  const sent = files.script.gzip.length + files.style.gzip.length + files.icon.gzip.length + html;
  expect(sent).toBeLessThan(150_000);
});

it('the page loads nothing from another host', () => {
  const text = `${Buffer.from(files.script.plain)}${Buffer.from(files.style.plain)}${shell({ files, theme: null, actToken: null })}`;
  const named = new Set(text.match(/https?:\/\/[^"'`\s)]+/g));
  // Names of XML vocabularies, which nobody fetches.
  expect([...named].filter((name) => !name.startsWith('http://www.w3.org/'))).toEqual([]);
});

it('the page never turns text into HTML', () => {
  const text = Buffer.from(files.script.plain).toString();
  expect(text).not.toMatch(/\.(outerHTML|insertAdjacentHTML)|document\.write|\beval\(|new Function/);
});

describe('the encoding of a file', () => {
  it.each([
    ['gzip, deflate, br', 'br'],
    ['br;q=0, gzip', 'gzip'],
    ['gzip;q=0.5', 'gzip'],
    ['identity', null],
    ['', null],
  ] as const)('for "%s"', async (accepted, encoding) => {
    const reply = ask({ 'Accept-Encoding': accepted });
    expect(reply.headers.get('Content-Encoding')).toBe(encoding);
    expect(reply.headers.get('Vary')).toBe('Accept-Encoding');
    const bytes = await bytesOf(reply);
    const plain =
      encoding === 'br' ? brotliDecompressSync(bytes) : encoding === 'gzip' ? gunzipSync(bytes) : bytes;
    expect(plain.equals(Buffer.from(files.script.plain))).toBe(true);
  });
});

it('a file that the browser has is not sent again', async () => {
  const tag = ask({}).headers.get('ETag') ?? '';
  expect(tag).toMatch(/^"[\w-]{22}"$/);
  expect(ask({ 'If-None-Match': tag }).status).toBe(304);
  expect(ask({ 'If-None-Match': `"other", W/${tag}` }).status).toBe(304);
  expect(ask({ 'If-None-Match': '"other"' }).status).toBe(200);
});
