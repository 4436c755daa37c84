import { mkdir, readFile } from 'node:fs/promises';
import type { Command } from 'commander';
import { PolicyError } from '../config/policy-error.ts';
import { readSettings, type Settings } from '../config/settings.ts';
import { SettingsError } from '../config/settings-error.ts';
import { ApiKeyError } from '../jobs/api-key.ts';
import type { WatchReport } from '../jobs/watch.ts';
import { onePass } from '../local/one-pass.ts';
import type { Process } from './main.ts';

/** Exit codes of a pass, for cron: what a script would want to tell apart. */
export const exitCodes = { quiet: 0, fired: 1, misconfigured: 2, blind: 3 } as const;

/** `spendwatch once`: one pass over a real cloud, for cron. */
export function addOnce(
  program: Command,
  { environment, clock, stdout, stderr }: Process,
  exit: (code: number) => void,
): void {
  program
    .command('once')
    .description('look at the cloud once, say and do what is due, and end (for cron)')
    .option('--data <folder>', 'where the ledger is kept', '.spendwatch')
    .addHelpText(
      'after',
      `
The environment says where and how: SPENDWATCH_CLOUD_URL, SPENDWATCH_API_KEY and SPENDWATCH_POLICY.
Exit codes: 0 quiet, 1 something was said, 2 the configuration is wrong, 3 not everything could be seen.`,
    )
    .action(async ({ data }: { data: string }) => {
      try {
        const settings = readSettings({ SPENDWATCH_TABLE: 'spendwatch', ...environment });
        const policy = await policyOf(settings);
        await mkdir(data, { recursive: true });
        const write = (text: string) => stdout.write(text);
        const { watched, acted } = await onePass({ clock, settings, policy, data, log: () => {}, write });
        const blind = blindSpots(watched);
        for (const line of blind) stderr.write(`${line}\n`);
        if (watched.failure?.kind === 'unauthenticated') exit(exitCodes.misconfigured);
        else if (blind.length > 0) exit(exitCodes.blind);
        else exit(acted.delivered > 0 ? exitCodes.fired : exitCodes.quiet);
      } catch (error) {
        if (!isMisconfigured(error)) throw error;
        stderr.write(`${error.message}\n`);
        exit(exitCodes.misconfigured);
      }
    });
}

const isMisconfigured = (error: unknown): error is Error =>
  error instanceof SettingsError || error instanceof PolicyError || error instanceof ApiKeyError;

async function policyOf({ policy }: Settings): Promise<string> {
  try {
    return await readFile(policy, 'utf8');
  } catch (cause) {
    const message = `names a file that cannot be read: ${policy}`;
    throw new SettingsError([{ variable: 'SPENDWATCH_POLICY', message }], { cause });
  }
}

/** What could not be seen in a pass, a line each. */
function blindSpots({ failure, targets }: WatchReport): string[] {
  if (failure !== null) return [failure.message];
  return targets.flatMap((report) => {
    if (report.kind === 'failed') return [`${report.target}: ${report.because}`];
    if (report.kind === 'overtaken') return [];
    const { head } = report.turn;
    if (head.misses > 0) return [`${report.target}: ${head.missedBecause}`];
    return (head.sighting?.missing ?? []).map(({ part, because }) => `${report.target}: ${part}: ${because}`);
  });
}
