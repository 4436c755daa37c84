import type { AddCommand } from './process.ts';

type Group = {
  readonly heading: string;
  readonly files: readonly (readonly [string, () => Promise<AddCommand>])[];
};

/** The files with the commands in each. They load on demand: loading all of them doubles the time a command takes. */
const groups: readonly Group[] = [
  {
    heading: 'Try it (no API key needed):',
    files: [
      ['demo', () => import('./commands/demo.ts').then(({ addDemo }) => addDemo)],
      ['simulator', () => import('./commands/simulator.ts').then(({ addSimulator }) => addSimulator)],
    ],
  },
  {
    heading: 'Set up (see docs/running.md):',
    files: [
      ['init', () => import('./commands/init.ts').then(({ addInit }) => addInit)],
      ['policy', () => import('./commands/policy.ts').then(({ addPolicy }) => addPolicy)],
      ['doctor', () => import('./commands/doctor.ts').then(({ addDoctor }) => addDoctor)],
      ['test-alert', () => import('./commands/test-alert.ts').then(({ addTestAlert }) => addTestAlert)],
      ['alive', () => import('./commands/alive.ts').then(({ addAlive }) => addAlive)],
      ['agent', () => import('./commands/agent.ts').then(({ addAgent }) => addAgent)],
      ['connections', () => import('./commands/connections.ts').then(({ addConnections }) => addConnections)],
      ['recover', () => import('./commands/recover.ts').then(({ addRecover }) => addRecover)],
    ],
  },
  {
    heading: 'Monitor:',
    files: [
      ['run', () => import('./commands/run.ts').then(({ addRun }) => addRun)],
      ['once', () => import('./commands/once.ts').then(({ addOnce }) => addOnce)],
    ],
  },
  {
    heading: 'Inspect (see docs/cli.md):',
    files: [
      ['status', () => import('./reading/status.ts').then(({ addStatus }) => addStatus)],
      ['spend', () => import('./reading/spend.ts').then(({ addSpend }) => addSpend)],
      ['vms', () => import('./reading/vms.ts').then(({ addVms }) => addVms)],
      ['idle', () => import('./reading/idle.ts').then(({ addIdle }) => addIdle)],
      ['waste', () => import('./reading/waste.ts').then(({ addWaste }) => addWaste)],
      ['budgets', () => import('./reading/budgets.ts').then(({ addBudgets }) => addBudgets)],
      ['alerts', () => import('./reading/alerts.ts').then(({ addAlerts }) => addAlerts)],
      ['actions', () => import('./reading/actions.ts').then(({ addActions }) => addActions)],
      ['savings', () => import('./reading/savings.ts').then(({ addSavings }) => addSavings)],
      ['dashboard', () => import('./commands/dashboard.ts').then(({ addDashboard }) => addDashboard)],
      ['export', () => import('./export/export.ts').then(({ addExport }) => addExport)],
      ['explain', () => import('./commands/explain.ts').then(({ addExplain }) => addExplain)],
      ['mcp', () => import('./commands/mcp.ts').then(({ addMcp }) => addMcp)],
      ['replay', () => import('./commands/replay.ts').then(({ addReplay }) => addReplay)],
    ],
  },
  {
    heading: 'Override (see docs/answers.md):',
    files: [
      [
        'keep unkeep approve deny silence unsilence pause resume stop start believe forget',
        () => import('./commands/override.ts').then(({ addOverride }) => addOverride),
      ],
      ['overrides revoke', () => import('./commands/overrides.ts').then(({ addOverrides }) => addOverrides)],
    ],
  },
];

/** Returns the commands to load: the file of the named command, none for the version, or all. */
export async function groupsFor(
  words: readonly string[],
): Promise<readonly { readonly heading: string; readonly commands: readonly AddCommand[] }[]> {
  const command = words.find((word) => !word.startsWith('-'));
  const isNamed = ([commands]: Group['files'][number]) =>
    commands.split(' ').some((name) => name === command);
  if (command === undefined && words.some((word) => word === '--version' || word === '-V')) return [];
  const isOne = groups.some(({ files }) => files.some(isNamed));
  return Promise.all(
    groups.map(async ({ heading, files }) => ({
      heading,
      commands: await Promise.all((isOne ? files.filter(isNamed) : files).map(([, load]) => load())),
    })),
  );
}
