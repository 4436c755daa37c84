import type { Environment } from '../../config/settings/environment.ts';
import { wrongSetting } from '../../config/settings/settings-error.ts';
import type { ExportUnit } from '../../jobs/queries/export-periods.ts';
import type { ProjectId } from '../../model/ids.ts';
import { fitsGlob } from '../../model/rules/match.ts';
import type { FocusTerms } from '../../views/export/focus.ts';
import type { LedgerFlags } from '../ledger-options.ts';
import { hint } from '../names.ts';
import type { PeriodFlags } from '../reading/period-options.ts';
import type { ExportFormat } from './forms.ts';

export type ExportFlags = LedgerFlags &
  PeriodFlags & {
    readonly format: ExportFormat;
    readonly per: ExportUnit;
    readonly project?: readonly string[];
    readonly running?: true;
    readonly out?: string;
    readonly provider?: string;
    readonly invoiceIssuer?: string;
    readonly billingAccount?: string;
  };

/** Returns the selected projects, sorted. @throws SettingsError for a glob without a match. */
export function projectsIn(
  { project: globs }: ExportFlags,
  known: readonly ProjectId[],
): readonly ProjectId[] {
  for (const glob of globs ?? []) {
    if (known.some((project) => fitsGlob(glob, project))) continue;
    throw wrongSetting('--project', `matches no known project: ${glob}${hint(glob, known)}`);
  }
  return known.filter((project) => globs?.some((glob) => fitsGlob(glob, project)) ?? true).toSorted();
}

/** Returns the terms of the FOCUS export. @throws SettingsError without a provider name. */
export function focusTermsIn(flags: ExportFlags, environment: Environment): FocusTerms {
  const provider = flags.provider?.trim() || hostOf(environment['SPENDWATCH_CLOUD_URL']);
  if (provider === null)
    throw wrongSetting(
      '--provider',
      'is required for FOCUS: set the name of the provider that sells the resources',
    );
  const invoiceIssuer = flags.invoiceIssuer?.trim() || provider;
  return { provider, invoiceIssuer, billingAccount: flags.billingAccount?.trim() || null };
}

const hostOf = (address: string | undefined): string | null =>
  address !== undefined && URL.canParse(address) ? new URL(address).hostname || null : null;
