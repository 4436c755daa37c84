import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { sourcesIn } from './imports.ts';

const checkout = join(import.meta.dirname, '../..');
const pages = [
  'README.md',
  ...readdirSync(join(checkout, 'docs'), { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith('.md') && name !== 'changelog.md')
    .map((name) => `docs/${name}`),
];
const places = ['', 'lib', 'docs', 'docs/decisions', 'test/simulation'];

/** The files and folders of the checkout that a page names in code, and the pages that it links to. */
function namedIn(text: string): string[] {
  const paths = [
    ...text.matchAll(/`((?:[\w.-]+\/)*[\w.-]+\.tsx?|(?:lib|test|docs|functions|bin)(?:\/[\w.-]+)+)`/g),
  ];
  const links = [...text.matchAll(/\]\((?!https?:|#)([^)#\s]+)(?:#[^)]*)?\)/g)];
  return [...paths, ...links].flatMap(([, name]) => name ?? []);
}

describe('the documents', () => {
  it.each(pages)('name in %s only files that exist', (page) => {
    const from = [...places, join(page, '..')];
    const missing = namedIn(readFileSync(join(checkout, page), 'utf8')).filter(
      (name) => !from.some((place) => existsSync(join(checkout, place, name))),
    );
    expect(missing).toEqual([]);
  });

  it.each(pages)('link in %s only to files that the package holds too', (page) => {
    const { files } = JSON.parse(readFileSync(join(checkout, 'package.json'), 'utf8'));
    const text = readFileSync(join(checkout, page), 'utf8');
    const links = [...text.matchAll(/\]\((?!https?:|#)([^)#\s]+)(?:#[^)]*)?\)/g)].map(([, to = '']) =>
      join(page, '..', to),
    );
    const isPacked = (path: string) =>
      ['README.md', 'LICENSE', ...files].some((name) => path === name || path.startsWith(`${name}/`));
    expect(links.filter((path) => !isPacked(path))).toEqual([]);
  });

  const namedAfter = (path: string): string[] => {
    const text = readFileSync(join(checkout, 'docs/architecture.md'), 'utf8');
    const [, files = ''] = new RegExp(`\\*\\*${path}\\*\\*([^]*?)\\n\\n`).exec(text) ?? [];
    return namedIn(files);
  };

  it.each([
    ['From one poll to the SNS message', 35],
    ['From an idle VM to its confirmed stop', 25],
  ])('follow a value through few files: "%s"', (path, most) => {
    const named = namedAfter(path);
    expect(named.length).toBeGreaterThan(20);
    expect(named.length).toBeLessThanOrEqual(most);
  });

  it('follow a value from file to file by imports, except across a port, a list or the ledger', () => {
    const poll = namedAfter('From one poll to the SNS message');
    const stop = namedAfter('From an idle VM to its confirmed stop');
    const all = [...poll, ...stop].map((name) => `lib/${name}`);
    const imports = new Set(sourcesIn('lib').flatMap(({ path, files }) => (all.includes(path) ? files : [])));
    const leaps = new Set([...poll.slice(1), ...stop].filter((name) => !imports.has(`lib/${name}`)));
    expect([...leaps]).toEqual([
      'clouds/compute/cloud.ts',
      'clouds/http/client.ts',
      'record/dynamo-ledger.ts',
      'jobs/act/act.ts',
      'routes/sns/send.ts',
      'rules/rate/words.ts',
    ]);
  });
});
