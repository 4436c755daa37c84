import { spawnSync } from 'node:child_process';
import { copyFileSync, mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import * as z from 'zod';

const checkout = join(import.meta.dirname, '../..');
const biome = join(checkout, 'node_modules/@biomejs/biome/bin/biome');

type Row = { readonly file: string; readonly may: readonly string[]; readonly mayNot: readonly string[] };

/** What each folder of the design may import, and what it would be most tempted to. */
const rows: readonly Row[] = [
  {
    file: 'lib/model/probe.ts',
    may: ['./time.ts', 'zod'],
    mayNot: [
      'decimal.js',
      'temporal-polyfill',
      '../cloud/wire.ts',
      '../record/ledger.ts',
      'node:fs',
      './../cloud/wire.ts',
    ],
  },
  {
    file: 'lib/model/money.ts',
    may: ['zod', 'decimal.js'],
    mayNot: ['temporal-polyfill', '../act/notifier.ts'],
  },
  {
    file: 'lib/model/period.ts',
    may: ['zod', 'temporal-polyfill'],
    mayNot: ['decimal.js', '../jobs/ports.ts'],
  },
  {
    file: 'lib/cloud/probe.ts',
    may: ['./wire.ts', '../model/ids.ts', 'undici', 'zod'],
    mayNot: ['../observe/project.ts', '../jobs/ports.ts', '../record/ledger.ts', '@aws-sdk/client-ssm'],
  },
  {
    file: 'lib/observe/probe.ts',
    may: ['../model/ids.ts', '../cloud/wire.ts', '../cloud/contract.ts'],
    mayNot: [
      '../cloud/client.ts',
      '../cloud/errors.ts',
      '../evaluate/idle.ts',
      'undici',
      '../model/../cloud/client.ts',
    ],
  },
  {
    file: 'lib/evaluate/probe.ts',
    may: ['./budget.ts', '../model/verdict.ts'],
    mayNot: ['../cloud/wire.ts', '../observe/project.ts', '../decide/turn.ts', '../record/ledger.ts', 'zod'],
  },
  {
    file: 'lib/decide/probe.ts',
    may: ['../model/head.ts', '../evaluate/idle.ts'],
    mayNot: ['../observe/project.ts', '../cloud/wire.ts', '../record/ledger.ts', '../act/notifier.ts'],
  },
  {
    file: 'lib/record/probe.ts',
    may: ['../model/head.ts', '@aws-sdk/client-dynamodb', 'zod', 'node:zlib'],
    mayNot: ['../decide/turn.ts', '../cloud/errors.ts', '../jobs/ports.ts', '@aws-sdk/client-sns', 'node:fs'],
  },
  {
    file: 'lib/act/probe.ts',
    may: ['../model/notice.ts', '../cloud/operation.ts', '../cloud/contract.ts', '@aws-sdk/client-sns'],
    mayNot: ['../cloud/client.ts', '../record/ledger.ts', '../decide/turn.ts', '../jobs/ports.ts', 'undici'],
  },
  {
    file: 'lib/config/probe.ts',
    may: ['../model/policy.ts', 'yaml', 'zod'],
    mayNot: ['../cloud/errors.ts', '../jobs/ports.ts', 'node:fs'],
  },
  {
    file: 'lib/jobs/probe.ts',
    may: [
      '../model/head.ts',
      '../cloud/client.ts',
      '../observe/project.ts',
      '../decide/turn.ts',
      '../act/notifier.ts',
    ],
    mayNot: [
      '../local/start.ts',
      '../cli/main.ts',
      '../infra/stack.ts',
      '@aws-sdk/client-dynamodb',
      'node:fs',
    ],
  },
  {
    file: 'lib/jobs/connect.ts',
    may: ['../cloud/client.ts', '../record/dynamo-ledger.ts', '@aws-sdk/client-ssm', 'node:fs'],
    mayNot: ['../decide/turn.ts', '../evaluate/idle.ts', '../local/start.ts', '../infra/stack.ts', 'undici'],
  },
  {
    file: 'lib/infra/probe.ts',
    may: ['aws-cdk-lib', 'aws-cdk-lib/aws-sns', 'constructs', '../config/settings.ts', 'node:path'],
    mayNot: ['../jobs/watch.ts', '../model/time.ts', '../cloud/client.ts', '../local/start.ts'],
  },
  {
    file: 'lib/local/simulator/probe.ts',
    may: ['../../model/ids.ts', '../../cloud/contract.ts', '../../jobs/watch.ts', 'hono'],
    mayNot: [
      '../../infra/stack.ts',
      '../../../functions/watch.ts',
      '../../../bin/spendwatch.ts',
      'aws-cdk-lib',
    ],
  },
  {
    file: 'lib/cli/probe.ts',
    may: ['../local/start.ts', '../jobs/watch.ts', 'commander'],
    mayNot: ['../infra/stack.ts', '../../bin/cdk.ts', 'aws-cdk-lib/aws-sns', 'constructs'],
  },
  {
    file: 'functions/probe.ts',
    may: ['../lib/jobs/watch.ts'],
    mayNot: [
      '../lib/cloud/client.ts',
      '../lib/decide/turn.ts',
      '../lib/infra/stack.ts',
      '../bin/cdk.ts',
      'undici',
    ],
  },
  {
    file: 'bin/probe.ts',
    may: ['../lib/cli/main.ts', '../lib/infra/stack.ts', 'aws-cdk-lib', 'node:path'],
    mayNot: ['../lib/jobs/watch.ts', '../lib/model/ids.ts', '../functions/act.ts'],
  },
];

const core = ['model', 'cloud', 'observe', 'evaluate', 'decide', 'record', 'act', 'config', 'jobs', 'cli'];

/** Every way to ask the machine what time it is, to wait, or to throw dice; and the environment. */
const ambient = [
  'Date.now()',
  'new Date()',
  'Math.random()',
  'setTimeout(() => {}, 1)',
  'setInterval(() => {}, 1)',
  'performance.now()',
  'process.env',
];

const Report = z.object({
  diagnostics: z.array(
    z.object({
      category: z.string(),
      location: z.object({ path: z.string(), start: z.object({ line: z.number() }) }),
    }),
  ),
});

describe('the layering', () => {
  let folder: string;
  let rejected: ReadonlyMap<string, ReadonlySet<number>>;

  beforeAll(() => {
    folder = mkdtempSync(join(tmpdir(), 'layering-'));
    copyFileSync(join(checkout, 'biome.json'), join(folder, 'biome.json'));
    for (const { file, may, mayNot } of rows) {
      write(
        file,
        [...may, ...mayNot].map((path, n) => `import type { T${n} } from '${path}';`),
      );
    }
    const statements = ambient.map((expression, n) => `export const a${n} = ${expression};`);
    for (const layer of [...core, 'local']) write(`lib/${layer}/ambient.ts`, statements);
    write('lib/jobs/system-clock.ts', statements);
    rejected = lint();
  });
  afterAll(() => rmSync(folder, { recursive: true }));

  function write(file: string, lines: readonly string[]): void {
    const path = join(folder, file);
    mkdirSync(dirname(path), { recursive: true });
    writeFileSync(path, lines.join('\n'));
  }

  /** The lines of each file that biome calls errors under the rules that hold the layering. */
  function lint(): ReadonlyMap<string, ReadonlySet<number>> {
    const options = [
      '--reporter=json',
      '--max-diagnostics=none',
      '--vcs-enabled=false',
      '--diagnostic-level=error',
    ];
    const run = spawnSync(process.execPath, [biome, 'lint', ...options], { cwd: folder, encoding: 'utf8' });
    const found = new Map<string, Set<number>>();
    for (const { category, location } of Report.parse(JSON.parse(run.stdout)).diagnostics) {
      if (!/noRestricted|noJsRestricted|noProcessEnv/.test(category)) continue;
      const lines = found.get(location.path) ?? new Set();
      found.set(location.path, lines.add(location.start.line));
    }
    return found;
  }

  const rejectedOf = (file: string, lines: readonly string[]): string[] =>
    lines.filter((_, n) => rejected.get(file)?.has(n + 1));

  it.each(rows)(
    'lets $file import what its row of the table names, and nothing else',
    ({ file, may, mayNot }) => {
      expect(rejectedOf(file, [...may, ...mayNot])).toEqual(mayNot);
    },
  );

  it.each(core)('keeps time, chance and the environment out of %s', (layer) => {
    expect(rejectedOf(`lib/${layer}/ambient.ts`, ambient)).toEqual(ambient);
  });

  it.each(['lib/local/ambient.ts', 'lib/jobs/system-clock.ts'])(
    'lets %s read the clock, but not the environment',
    (file) => {
      expect(rejectedOf(file, ambient)).toEqual(['process.env']);
    },
  );

  it('has a row for every folder of lib', () => {
    const folders = readdirSync(join(checkout, 'lib'));
    expect(rows.map(({ file }) => file.split('/')[1])).toEqual(expect.arrayContaining(folders));
  });
});
