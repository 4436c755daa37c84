import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { PassThrough } from 'node:stream';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { main } from '../../lib/cli/main.ts';
import { northwind } from '../../lib/simulators/compute/scenarios/northwind.ts';
import { keptStream } from '../support/commands/kept-stream.ts';
import { type FilledLedger, fillLedger } from '../support/filled-ledger.ts';

const checkout = join(import.meta.dirname, '../..');
const pages = ['README.md', ...readdirSync(join(checkout, 'docs')).map((name) => `docs/${name}`)].filter(
  (name) => name.endsWith('.md'),
);

/** Commands that other suites run: questions of `init`, answer links, a table, a damaged record, a renamed connection, and signals that no VM here had. */
const isRunElsewhere = (line: string): boolean =>
  /^(init|alive|forget|believe|recover|connections|run --answers)\b|--table/.test(line);

/** Commands that poll have a ledger of their own here; those that keep running are stopped once they have written something. */
const polls = (line: string): boolean => /^(run|once)\b/.test(line);
const goesOn = (line: string): boolean => /^(run|demo|dashboard|simulator)\b/.test(line);

/** What readers replace by their own: names, a month, and ports, of which any free one will do. */
const own: readonly (readonly [RegExp, string])[] = [
  [/(spendwatch|stricter)\.yaml/, 'policy.yaml'],
  [/\bNAME\b/, 'etl-backfill'],
  [/account\/main/, 'account/northwind'],
  [/slack\/research/, 'console'],
  [/2026-11(?= )/, '2026-03'],
  [/(?<=--port )\d+|(?<=:)9469$/, '0'],
  [/(?<=--(metrics|push))$/, ' 127.0.0.1:0'],
];

const codeBlock = /^( *)```.*\n([\s\S]*?)^\1```/gm;

/** The command lines in the code blocks of a page, without what a shell does with their output, and those in its text. */
function commandsOf(page: string): string[] {
  const text = readFileSync(join(checkout, page), 'utf8');
  const lines = [...text.matchAll(codeBlock)].flatMap(([, , block = '']) => [
    ...block
      .replaceAll(/\\\n\s*/g, '')
      .matchAll(/^ *(?:\$ |npx --no-install |\$ npx --no-install )?spendwatch ([a-z].*)$/gm),
  ]);
  // A command without arguments is only named, and one with <a placeholder> is a form.
  const within = text
    .replaceAll(codeBlock, '')
    .matchAll(/`(?:npx --no-install )?spendwatch ([a-z]+ [^`<[]+)`/g);
  return [...lines, ...within]
    .map(([, line = '']) =>
      line
        .replaceAll(/\s+/g, ' ')
        .replace(/ +(#|\||>).*$/, '')
        .trim(),
    )
    .filter((line) => !/^two simulated clouds/.test(line) && !isRunElsewhere(line));
}

const wordsOf = (line: string): string[] =>
  [...line.matchAll(/"([^"]*)"|'([^']*)'|(\S+)/g)].map(([, ...quoted]) => quoted.find(Boolean) ?? '');

let ledger: FilledLedger;

beforeAll(async () => {
  ledger = await fillLedger({
    from: '2026-03-20T05:00:00Z',
    passes: 25,
    events: northwind,
    policy: readFileSync(join(checkout, 'docs/spendwatch.example.yaml'), 'utf8'),
  });
});
afterAll(() => ledger.close());

async function run(line: string) {
  const ending = new AbortController();
  const [stdout, stderr] = [new PassThrough(), keptStream()];
  stdout.on('data', () => goesOn(line) && ending.abort());
  const given = own.reduce((text, [theirs, ours]) => text.replace(theirs, ours), line);
  const files = new Map(['policy.yaml', 'november.csv'].map((name) => [name, join(ledger.folder, name)]));
  const code = await main({
    arguments: wordsOf(given).map((word) => files.get(word) ?? word),
    environment: {
      ...ledger.environment,
      USER: 'eve',
      SPENDWATCH_DATA: polls(line) ? join(ledger.folder, `ledger of ${line}`) : ledger.data,
      SPENDWATCH_PUSH_SECRET: 'p'.repeat(32),
    },
    clock: ledger.clock,
    stdout,
    stderr,
    signal: ending.signal,
  });
  return { code, stderr: stderr.text() };
}

describe.each(
  pages.map((page) => ({ page, commands: commandsOf(page) })).filter(({ commands }) => commands[0]),
)('a command in $page runs:', ({ commands }) => {
  it.each(commands)('spendwatch %s', async (line) => {
    const { code, stderr } = await run(line);
    // Some end with 1: nothing to approve, or a finding of `doctor`. With 2 a command or a name is not understood.
    expect([0, 1], stderr).toContain(code);
  });
});
