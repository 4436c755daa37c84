import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { commandNames } from '../../lib/notify/parts/runnable.ts';

const checkout = join(import.meta.dirname, '../..');
const textFile = /\.(md|ya?ml|json|tsx?|mjs|sh|txt|html|css)$/;
const files = ['README.md', 'package.json', 'cdk.json'].concat(
  ['docs', 'lib', 'bin', 'functions', 'test/cli/sessions'].flatMap((folder) =>
    readdirSync(join(checkout, folder), { recursive: true, encoding: 'utf8' })
      .filter((name) => textFile.test(name))
      .map((name) => `${folder}/${name}`),
  ),
);
const textOf = (name: string) => readFileSync(join(checkout, name), 'utf8');

/**
 * Commands by which a package manager runs, or installs, what a registry has under this name where there is none here. The
 * name is not ours there: whoever registers it would be handed the API keys of our readers.
 */
const fromRegistry = [
  /\b(?:npx|bunx|pnpx|npm (?:exec|x)|(?:pnpm|yarn) dlx)\s+(?!--no-install spendwatch\b)(?:-\S+\s+)*["']?spendwatch\b/,
  /\b(?:npm|pnpm|yarn|bun)\s+(?:i|install|add|create|init)\s+(?:-\S+\s+)*["']?spendwatch\b(?![\w./-]*\.tgz)/,
  /"npx"[^\n]*\[\s*"(?!--no-install)/,
];

describe('printed text', () => {
  it.each([
    'npx spendwatch run',
    'npx -y spendwatch',
    'npx --no spendwatch run',
    'npm exec spendwatch',
    'npm install spendwatch',
    '{ "command": "npx", "args": ["spendwatch", "mcp"] }',
  ])('is reported where a command would query a registry: %s', (text) => {
    expect(fromRegistry.some((form) => form.test(text))).toBe(true);
  });

  it('has no command that queries a registry for a program of this name', () => {
    const found = files.flatMap((name) =>
      textOf(name)
        .split('\n')
        .filter((line) => fromRegistry.some((form) => form.test(line)))
        .map((line) => `${name}: ${line}`),
    );
    expect(files.length).toBeGreaterThan(500);
    expect(found).toEqual([]);
  });

  it('names only commands that exist', () => {
    const named = files
      .filter((name) => name.endsWith('.md'))
      .flatMap((name) => [...textOf(name).matchAll(/npx --no-install spendwatch\s+([\w-]+)/g)])
      .map(([, command = '']) => command);
    expect(named.length).toBeGreaterThan(8);
    expect(named.filter((command) => !commandNames.includes(command))).toEqual([]);
  });
});
