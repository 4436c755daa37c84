import { createHash } from 'node:crypto';
import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';

/** A file of the page, in every encoding that a browser may accept. */
export type PageFile = {
  readonly type: string;
  /** A digest of the content. */
  readonly version: string;
  readonly plain: Uint8Array<ArrayBuffer>;
  readonly gzip: Uint8Array<ArrayBuffer>;
  readonly br: Uint8Array<ArrayBuffer>;
};

export type PageFiles = Readonly<Record<'script' | 'style' | 'icon', PageFile>>;

/** The page in a package; a checkout builds it when it is served, so that it is never older than its source. */
const built = new URL('page/', import.meta.url);

/** Returns the page's files, prebuilt or built from their sources. */
export async function makePageFiles(): Promise<PageFiles> {
  const files = existsSync(built)
    ? { script: await readFile(new URL('main.js', built)), style: await readFile(new URL('page.css', built)) }
    : await import('./build-page.ts').then(({ buildPage }) => buildPage());
  const [script, style, icon] = await Promise.all([
    inEveryForm('text/javascript; charset=utf-8', files.script),
    inEveryForm('text/css; charset=utf-8', files.style),
    inEveryForm('image/svg+xml', new TextEncoder().encode(iconSource)),
  ]);
  return { script, style, icon };
}

const squeeze = { gzip: promisify(gzip), brotli: promisify(brotliCompress) };

async function inEveryForm(type: string, content: Uint8Array): Promise<PageFile> {
  const plain = new Uint8Array(content);
  const [zipped, br] = await Promise.all([
    squeeze.gzip(plain, { level: 9 }),
    squeeze.brotli(plain, { params: { [constants.BROTLI_PARAM_QUALITY]: 11 } }),
  ]);
  const version = createHash('sha256').update(plain).digest('base64url').slice(0, 22);
  return { type, version, plain, gzip: new Uint8Array(zipped), br: new Uint8Array(br) };
}

const iconSource =
  '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 32 32"><rect width="32" height="32" rx="7" fill="#17202e"/><path d="M6 23V17h5v6zm7.5 0V11h5v12zM21 23V7h5v16z" fill="#5fb3a1"/></svg>';

/** Answers with the file in the smallest encoding that the browser accepts, or 304 where the browser has it. */
export function sendFile(request: Request, file: PageFile): Response {
  const etag = `"${file.version}"`;
  const headers = {
    'Content-Type': file.type,
    'Cache-Control': 'private, no-cache',
    ETag: etag,
    Vary: 'Accept-Encoding',
  };
  const etags = request.headers.get('If-None-Match')?.split(',') ?? [];
  // A proxy may have made the tag a weak one.
  if (etags.some((tag) => tag.trim().replace(/^W\//, '') === etag))
    return new Response(null, { status: 304, headers });
  const form = formFor(request.headers.get('Accept-Encoding') ?? '');
  const encoding = form === 'plain' ? {} : { 'Content-Encoding': form };
  return new Response(file[form], { headers: { ...headers, ...encoding } });
}

const formFor = (accepted: string): 'br' | 'gzip' | 'plain' => {
  const forms = accepted.split(',').flatMap((written) => {
    const [name = '', ...parameters] = written.split(';').map((part) => part.trim());
    return parameters.some((parameter) => /^q=0(\.0*)?$/.test(parameter)) ? [] : [name];
  });
  return forms.includes('br') ? 'br' : forms.includes('gzip') ? 'gzip' : 'plain';
};
