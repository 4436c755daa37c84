type Row = { readonly file: string; readonly may: readonly string[]; readonly mayNot: readonly string[] };

/** What each folder of the design may import, and what it would be most tempted to. */
export const rows: readonly Row[] = [
  {
    file: 'lib/model/probe.ts',
    may: ['./time.ts', 'zod'],
    mayNot: [
      'decimal.js',
      'temporal-polyfill',
      '../cloud/wire/vm.ts',
      '../record/ledger.ts',
      'node:fs',
      './../cloud/wire/vm.ts',
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
    may: ['./errors.ts', './contract/vms.ts', './wire/vm.ts', '../model/ids.ts', 'undici', 'zod'],
    mayNot: [
      './contract/whole/contract.ts',
      './wire/whole/vm.ts',
      './openapi/document.ts',
      '../observe/project.ts',
      '../jobs/ports.ts',
      '../record/ledger.ts',
      '@aws-sdk/client-ssm',
    ],
  },
  {
    file: 'lib/cloud/contract/probe.ts',
    may: ['./define.ts', '../operation.ts', '../wire/vm.ts', '../../model/ids.ts', 'zod'],
    mayNot: ['./whole/vms.ts', '../wire/whole/vm.ts', '../client.ts', '../../observe/project.ts', 'undici'],
  },
  {
    file: 'lib/cloud/wire/probe.ts',
    may: ['./values.ts', '../../model/money.ts', 'zod'],
    mayNot: ['./whole/vm.ts', '../contract/vms.ts', '../client.ts', '../../observe/project.ts', 'undici'],
  },
  {
    file: 'lib/cloud/contract/whole/probe.ts',
    may: [
      './define.ts',
      '../vms.ts',
      '../../operation.ts',
      '../../wire/whole/vm.ts',
      '../../../model/ids.ts',
      'zod',
    ],
    mayNot: ['../../client.ts', '../../../observe/project.ts', '../../../jobs/ports.ts', 'undici'],
  },
  {
    file: 'lib/cloud/openapi/probe.ts',
    may: ['./json-schema.ts', '../operation.ts', '../contract/whole/contract.ts', 'zod'],
    mayNot: ['../client.ts', '../contract/vms.ts', '../../local/start.ts', 'hono'],
  },
  {
    file: 'lib/observe/probe.ts',
    may: ['../model/ids.ts', '../cloud/operation.ts', '../cloud/wire/vm.ts', '../cloud/contract/vms.ts'],
    mayNot: [
      '../cloud/client.ts',
      '../cloud/errors.ts',
      '../cloud/wire/whole/vm.ts',
      '../cloud/contract/whole/contract.ts',
      '../evaluate/idle.ts',
      'undici',
      '../model/../cloud/client.ts',
    ],
  },
  {
    file: 'lib/evaluate/probe.ts',
    may: ['./budget.ts', '../model/verdict.ts'],
    mayNot: [
      '../cloud/wire/vm.ts',
      '../observe/project.ts',
      '../decide/turn.ts',
      '../record/ledger.ts',
      'zod',
    ],
  },
  {
    file: 'lib/decide/probe.ts',
    may: ['../model/head.ts', '../evaluate/idle.ts'],
    mayNot: ['../observe/project.ts', '../cloud/wire/vm.ts', '../record/ledger.ts', '../act/notifier.ts'],
  },
  {
    file: 'lib/record/probe.ts',
    may: ['../model/head.ts', '@aws-sdk/client-dynamodb', 'zod', 'node:zlib'],
    mayNot: ['../decide/turn.ts', '../cloud/errors.ts', '../jobs/ports.ts', '@aws-sdk/client-sns', 'node:fs'],
  },
  {
    file: 'lib/act/probe.ts',
    may: ['../model/notice.ts', '../cloud/operation.ts', '../cloud/contract/vms.ts', '@aws-sdk/client-sns'],
    mayNot: [
      '../cloud/client.ts',
      '../cloud/contract/whole/vms.ts',
      '../record/ledger.ts',
      '../decide/turn.ts',
      '../jobs/ports.ts',
      'undici',
    ],
  },
  {
    file: 'lib/jobs/instruct/probe.ts',
    may: [
      './told.ts',
      '../find-subject.ts',
      '../../decide/guards.ts',
      '../../act/cost-words.ts',
      '../../record/ledger.ts',
    ],
    mayNot: ['../../cloud/client.ts', '../../config/settings.ts', '../../local/open-ledger.ts', 'node:fs'],
  },
  {
    file: 'lib/act/routes/probe.ts',
    may: ['../message.ts', '../../model/notice.ts', 'undici', 'nodemailer', 'node:crypto'],
    mayNot: ['../../cloud/client.ts', '../../decide/routing.ts', '../../config/settings.ts', 'node:fs'],
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
      '../cloud/contract/vms.ts',
      '../observe/project.ts',
      '../decide/turn.ts',
      '../act/notifier.ts',
    ],
    mayNot: [
      '../cloud/contract/whole/contract.ts',
      '../local/start.ts',
      '../cli/main.ts',
      '../infra/stack.ts',
      '@aws-sdk/client-dynamodb',
      'node:fs',
    ],
  },
  {
    file: 'lib/jobs/doctor/probe.ts',
    may: [
      './finding.ts',
      '../look.ts',
      '../../model/head.ts',
      '../../cloud/contract/vms.ts',
      '../../observe/plan-look.ts',
    ],
    mayNot: [
      '../../decide/turn.ts',
      '../../act/stop-vm.ts',
      '../../cloud/contract/whole/contract.ts',
      '../../record/ledger.ts',
      '../../cli/main.ts',
    ],
  },
  {
    file: 'lib/views/probe.ts',
    may: ['./status.ts', '../model/head.ts', '../evaluate/facts.ts', '../decide/attribute.ts'],
    mayNot: ['../record/ledger.ts', '../jobs/watch.ts', '../act/message.ts', '../cli/main.ts', 'commander'],
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
    may: ['../../model/ids.ts', '../../cloud/contract/whole/contract.ts', '../../jobs/watch.ts', 'hono'],
    mayNot: [
      '../../infra/stack.ts',
      '../../../functions/watch.ts',
      '../../../bin/spendwatch.ts',
      'aws-cdk-lib',
    ],
  },
  {
    file: 'lib/local/dashboard/browser/probe.ts',
    may: [
      './place.tsx',
      './words.ts',
      '../replies.ts',
      '../reply-rows.ts',
      'preact',
      'preact/hooks',
      'uplot',
    ],
    mayNot: ['../scene.ts', '../../../model/money.ts', '../../../views/status.ts', 'hono', 'node:path'],
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
    may: ['../lib/cli/main.ts', '../lib/jobs/watch.ts', '../lib/infra/stack.ts', 'aws-cdk-lib', 'node:path'],
    mayNot: ['../lib/model/ids.ts', '../functions/act.ts'],
  },
];
