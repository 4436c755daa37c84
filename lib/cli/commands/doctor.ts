import type { Command } from 'commander';
import type { Diagnosis, DiagnosisOutcome } from '../../jobs/doctor/diagnose.ts';
import { checkUp } from '../../service/check-up.ts';
import { policyOf } from '../configuration.ts';
import { attempt } from '../interrupted.ts';
import { type LedgerFlags, placeOf, withLedgerOptions } from '../ledger-options.ts';
import { localSettings } from '../local-settings.ts';
import { wholeFrom } from '../option-values.ts';
import { dataOutput, type Process } from '../process.ts';
import { asJson } from '../tables/data-forms.ts';
import { doctorTable } from '../tables/doctor-table.ts';
import { colorsFor } from '../terminal.ts';

/** Exit codes of a check, for scripts. */
const exitCodes = {
  watchable: 0,
  gaps: 1,
  misconfigured: 2,
  unreachable: 3,
} as const satisfies Record<DiagnosisOutcome, number>;

type DoctorFlags = LedgerFlags & {
  readonly project?: readonly string[];
  readonly sample: number;
  readonly json?: true;
};

/** `spendwatch doctor`: checks what can be monitored with this API key and policy, and how to fix the rest. */
export function addDoctor(program: Command, self: Process, exit: (code: number) => void): void {
  const { environment, clock, stdout } = self;
  withLedgerOptions(program.command('doctor'))
    .description('check what can be monitored with this API key and policy (read-only)')
    .option('--project <id>', 'check this project; may be repeated', gathered)
    .option('--sample <count>', 'the number of projects to check if none is named', wholeFrom(1), 3)
    .option('--json', 'print the findings as JSON')
    .addHelpText(
      'after',
      `
Examples:
  spendwatch doctor
  spendwatch doctor --project ml-infra --project lab --json
  spendwatch doctor --table Spendwatch-Ledger

Environment: SPENDWATCH_CLOUD_URL, SPENDWATCH_API_KEY_FILE (or SPENDWATCH_API_KEY) and SPENDWATCH_POLICY.
Exit codes: 0 everything that the policy needs can be monitored, 1 something cannot, or only in part,
2 the configuration is wrong (settings, policy, address, key), 3 the cloud could not be reached.`,
    )
    .action(({ project: projects = [], sample, json, ...flags }: DoctorFlags) =>
      attempt(self, exit, async () => {
        const { settings, keyReaders } = await localSettings(self);
        const policy = await policyOf(settings);
        const ledger = placeOf(flags, settings);
        const diagnosis = await checkUp({ clock, settings, keyReaders, policy, ledger, projects, sample });
        const colors = colorsFor(stdout, environment);
        if (json) dataOutput(self).write(diagnosisJson(diagnosis));
        else stdout.write(doctorTable(diagnosis, stdout.columns ?? 80, colors));
        return exitCodes[diagnosis.outcome];
      }),
    );
}

function diagnosisJson({ outcome, verdict, findings }: Diagnosis): string {
  const rows = findings.map(({ id, connection, what, state, found, unwatched, remedy, figures = {} }) => {
    return {
      id,
      ...(connection !== undefined && { connection }),
      what,
      state,
      found,
      unwatched,
      remedy,
      figures,
    };
  });
  return asJson({ outcome, exitCode: exitCodes[outcome], verdict, findings: rows });
}

const gathered = (project: string, others: readonly string[] = []): string[] => [...others, project];
