import { observingLayers } from './observing-layers.ts';
import { type Layer, profiles, ruleLayers, vocabulary } from './rule-layers.ts';
import { simulatorLayers } from './simulator-layers.ts';

const pureCore = [...vocabulary, ...profiles, 'lib/rules', 'lib/meter', 'lib/decide'];
const core = [
  ...pureCore,
  'lib/clouds',
  'lib/clouds/http',
  'lib/observe',
  'lib/record',
  'lib/notify',
  'lib/routes',
  'lib/notify/parts',
  'lib/rules/**/words.ts',
  'lib/views',
  'lib/forms',
  'lib/config',
];

/** The layers, lowest first. The document and the test over all imports are made from this list. */
export const layers: readonly Layer[] = [
  {
    path: 'lib/model',
    holds: 'the vocabulary: ids, facts, money, time, and what every rule has. It knows no kind of rule',
    imports: [],
    packages: ['zod', 'node:crypto'],
  },
  { path: 'lib/model/money/money.ts', imports: ['lib/model'], packages: ['zod', 'decimal.js'] },
  { path: 'lib/model/time/period.ts', imports: ['lib/model'], packages: ['zod', 'temporal-polyfill'] },
  ...ruleLayers,
  ...observingLayers,
  {
    path: 'lib/meter',
    holds: 'prices × time → charges, attribution and trend (pure)',
    imports: [...vocabulary, ...profiles, 'lib/rules'],
  },
  {
    path: 'lib/decide',
    holds: 'the turn: verdicts × alerts × intents → the next head (pure)',
    imports: [...vocabulary, ...profiles, 'lib/rules', 'lib/meter'],
  },
  {
    path: 'lib/record',
    holds: 'the ledger: interface, keys, packing, DynamoDB, memory',
    imports: [...vocabulary],
    packages: ['zod', '@aws-sdk/client-dynamodb', 'node:crypto', 'node:zlib'],
  },
  {
    path: 'lib/notify',
    holds: 'messages as people read them',
    imports: [
      ...vocabulary,
      ...profiles,
      'lib/notify/parts',
      'lib/rules/**/words.ts',
      'lib/rules/verdict.ts',
    ],
  },
  {
    path: 'lib/routes',
    holds: 'the routes that deliver messages, a folder for each kind',
    imports: [
      ...vocabulary,
      'lib/notify',
      'lib/notify/parts',
      'lib/clouds',
      'lib/clouds/http',
      'lib/config/settings',
    ],
    packages: ['zod', '@aws-sdk/client-sns', 'undici', 'nodemailer', 'node:crypto'],
  },
  ...['resource.ts', 'resources.ts', 'sns/deploy.ts', 'eventbridge/deploy.ts'].map((file) => ({
    path: `lib/routes/${file}`,
    imports: ['lib/config', 'lib/infra'],
    packages: ['aws-cdk-lib', 'constructs'],
  })),
  {
    path: 'lib/views',
    holds: 'what people are shown, as data, and the columns of each report: how each fact reads (pure)',
    imports: [...pureCore, 'lib/rules/**/words.ts', 'lib/notify/parts'],
  },
  {
    path: 'lib/config',
    holds: 'settings of one machine and of a deployment, and the policy file',
    imports: [...vocabulary, ...profiles, 'lib/forms', 'lib/rules/forms.ts', 'lib/rules', 'lib/routes'],
    packages: ['zod', 'yaml', 'node:path'],
  },
  {
    path: 'lib/jobs',
    holds: 'the imperative shell: watch, act, digest, replay, overrides, doctor, queries',
    imports: core,
    packages: ['p-map'],
  },
  {
    path: 'lib/jobs/open-signals.ts',
    imports: [...core, 'lib/jobs', 'lib/observe/signals/prometheus', 'lib/observe/push'],
  },
  {
    path: 'lib/jobs/doctor',
    imports: [
      ...vocabulary,
      ...profiles,
      'lib/rules',
      'lib/observe',
      'lib/clouds',
      'lib/clouds/http',
      'lib/routes',
      'lib/config',
    ],
  },
  {
    path: 'lib/jobs/overrides',
    imports: [
      ...vocabulary,
      ...profiles,
      'lib/decide',
      'lib/record',
      'lib/notify/messages',
      'lib/notify/parts',
      'lib/jobs/ports.ts',
      'lib/jobs/queries',
    ],
  },
  {
    path: 'lib/jobs/system-clock.ts',
    imports: [...vocabulary, 'lib/jobs/ports.ts'],
    packages: ['node:timers'],
  },
  {
    path: 'lib/jobs/lambda',
    holds: 'what the Lambda handlers connect: clients, keys, limits, figures of a run',
    imports: [...core, 'lib/jobs', 'lib/observe/push'],
    packages: [
      '@aws-sdk/client-cloudwatch',
      '@aws-sdk/client-sns',
      '@aws-sdk/client-ssm',
      'node:fs',
      'node:path',
      'undici',
    ],
  },
  {
    path: 'lib/infra',
    holds:
      'the CDK construct, the stages of this checkout that are made of it, and the release without the CDK',
    imports: ['lib/config', ...vocabulary, 'lib/routes'],
    packages: ['aws-cdk-lib', 'constructs', 'fflate', 'zod', 'node:crypto', 'node:fs', 'node:path'],
  },
  {
    path: 'lib/infra/stages.ts',
    imports: ['lib/config', 'lib/infra/spendwatch.ts', 'lib/infra/access-policies.ts'],
    packages: ['aws-cdk-lib', 'constructs', 'node:path'],
  },
  ...simulatorLayers,
  {
    path: 'lib/service',
    holds: 'one machine: passes, the embedded ledger, live policy, metrics',
    imports: [...core, 'lib/jobs', 'lib/observe/push'],
    packages: 'any',
  },
  {
    path: 'lib/dashboard',
    holds: 'the dashboard: its server and the data of its pages',
    imports: [...core, 'lib/jobs', 'lib/service/ledger'],
    packages: 'any',
  },
  {
    path: 'lib/dashboard/browser',
    holds: 'the page, which runs in a browser',
    imports: [
      'lib/dashboard/replies.ts',
      'lib/dashboard/reply-rows.ts',
      'lib/dashboard/data/figures.ts',
      'lib/dashboard/data/inventory.ts',
      'lib/dashboard/data/overview.ts',
      'lib/dashboard/data/rows.ts',
      'lib/model/unsafe-characters.ts',
    ],
    packages: ['preact', 'uplot'],
  },
  {
    path: 'lib/demo',
    holds: 'the demo: a month of a simulated cloud, watched',
    imports: [
      ...core,
      'lib/jobs',
      'lib/simulators/compute',
      'lib/simulators/http',
      'lib/service',
      'lib/dashboard',
    ],
    packages: 'any',
  },
  {
    path: 'lib/cli',
    holds: 'the command line',
    imports: [
      ...core,
      'lib/observe/push',
      'lib/jobs',
      'lib/service',
      'lib/dashboard',
      'lib/simulators/compute',
      'lib/simulators/http',
      'lib/simulators/runpod',
      'lib/demo',
    ],
    packages: 'any',
  },
  {
    path: 'functions',
    holds: 'the Lambda handlers: wiring',
    imports: ['lib/jobs', 'lib/jobs/lambda', 'lib/config'],
  },
  {
    path: 'bin',
    holds: 'the programs: wiring',
    imports: [
      'lib/cli',
      'lib/config',
      'lib/jobs',
      'lib/infra',
      'lib/infra/release',
      'lib/dashboard/build-page.ts',
    ],
    packages: 'any',
  },
];
