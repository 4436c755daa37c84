import { Command } from 'commander';
import { findSharedWords, getCloudProfile } from '../../clouds/profiles.ts';
import type { Fault } from '../../config/policy/explain.ts';
import { findProtectionMatch, findRuleMatch, inView } from '../../config/policy/matches.ts';
import { PolicyError } from '../../config/policy/policy-error.ts';
import { policySchema } from '../../config/policy/policy-schema.ts';
import { locateMistakes, readPolicy } from '../../config/policy/read-policy.ts';
import { type LedgerState, listPolicyWarnings } from '../../config/policy/warnings.ts';
import { connectedClouds } from '../../config/settings/connections.ts';
import { SettingsError } from '../../config/settings/settings-error.ts';
import { createFleetContextBuilder } from '../../decide/fleet-context.ts';
import { factsNow } from '../../decide/turn-facts.ts';
import { windowInWords } from '../../forms/window-in-words.ts';
import { unmetNeeds } from '../../jobs/doctor/unmet-needs.ts';
import type { CloudName } from '../../model/cloud-name.ts';
import type { ConnectionName } from '../../model/connection-name.ts';
import { toResourceSubject } from '../../model/facts/resource.ts';
import type { KindWords } from '../../model/facts/resources-at-risk.ts';
import { neverAnswering, type UsageSamples } from '../../model/facts/usage.ts';
import { getTargetConnection, ResourceId, type Subject, toTarget } from '../../model/ids.ts';
import { type Instant, minutes, type Span } from '../../model/time/time.ts';
import { counted } from '../../model/words.ts';
import { judgeBudget } from '../../rules/budget/judge.ts';
import { asksForActions, mayEnforce } from '../../rules/terms.ts';
import { FolderInUseError } from '../../service/ledger/hold-directory.ts';
import { type LedgerPlace, readLedger } from '../../service/ledger/open-ledger.ts';
import type { Head } from '../../state/head.ts';
import type { Override } from '../../state/override.ts';
import type { Policy } from '../../state/policy.ts';
import { isMisconfigured, policyOf } from '../configuration.ts';
import { type LedgerFlags, placeOf, withLedgerOptions } from '../ledger-options.ts';
import { settingsToRead } from '../local-settings.ts';
import { dataOutput, type Process } from '../process.ts';
import { overProjects } from '../reading/over-projects.ts';
import { hanging } from '../tables/cut.ts';
import { asJson } from '../tables/data-forms.ts';
import { protectionInWords, ruleInWords } from '../tables/rule-text.ts';
import { widthOf } from '../terminal.ts';

const exitCodes = { fine: 0, warned: 1, wrong: 2 } as const;

/** `spendwatch policy`: validates a policy and explains it, and prints its schema for editors. */
export function addPolicy(program: Command, self: Process, exit: (code: number) => void): void {
  const policy = new Command('policy')
    .description('validate a policy, or print its schema')
    .copyInheritedSettings(program);
  policy
    .command('schema')
    .description('print the JSON Schema of policies, for editors')
    .addHelpText(
      'after',
      `
Example:
  spendwatch policy schema > policy-schema.json

Exit codes: 0 success.`,
    )
    .action(() => {
      dataOutput(self).write(asJson(policySchema()));
    });
  withLedgerOptions(policy.command('check'))
    .argument('[file]', 'the policy (default: SPENDWATCH_POLICY)')
    .description('validate a policy, explain each rule, and warn about likely mistakes')
    .addHelpText(
      'after',
      `
Examples:
  spendwatch policy check
  spendwatch policy check stricter.yaml

Rule matches are checked against the ledger; without a ledger, this check is skipped.
Exit codes: 0 valid, 1 valid with warnings, 2 invalid.`,
    )
    .action(async (file: string | undefined, flags: LedgerFlags) => {
      try {
        exit(exitCodes[await check(self, file, flags)]);
      } catch (error) {
        if (!isMisconfigured(error)) throw error;
        const to = error instanceof PolicyError ? self.stdout : self.stderr;
        to.write(`${error.message}\n`);
        exit(exitCodes.wrong);
      }
    });
  program.addCommand(policy);
}

async function check(
  self: Process,
  option: string | undefined,
  flags: LedgerFlags,
): Promise<keyof typeof exitCodes> {
  const { environment, stdout } = self;
  const settings = settingsToRead({
    ...environment,
    ...(option === undefined ? {} : { SPENDWATCH_POLICY: option }),
  });
  const { policy: file } = settings;
  const place = placeOf(flags, settings);
  const text = await policyOf(settings, option === undefined ? undefined : '<file>', self);
  const policy = readPolicy(text, file);
  const ledger = await knownOf(self, policy, place);
  const seen = typeof ledger === 'string' ? null : ledger;
  const clouds = cloudsOf(self, seen);
  const profiles = [...clouds.keys()].map((cloud) => getCloudProfile(cloud));
  const words = findSharedWords(clouds.keys());
  const faults = [
    ...listPolicyWarnings(policy, seen, profiles),
    ...unmetOn(policy, clouds, settings.pollInterval),
  ];
  const warnings = locateMistakes(text, faults);
  const lines = [
    `${file} is valid${warnings.length === 0 ? '' : `, with ${counted(warnings.length, 'warning')}`}: ${counted(policy.rules.length, 'rule')}, times in ${policy.timezone}`,
    ...limitsInWords(policy, seen, words),
    '',
    ...policy.rules.map((rule) =>
      ruleInWords(rule, seen && findRuleMatch(rule, inView(seen.heads), seen.now), words),
    ),
    ...warnings.map(
      ({ line, column, path, message }) => `${file}:${line}:${column} warning: ${path}: ${message}`,
    ),
    ...(typeof ledger === 'string' ? [`Rule matches were not checked: ${ledger}`] : []),
  ];
  const width = widthOf(stdout);
  const fitting = lines.flatMap((line) => line.split('\n')).flatMap((line) => hanging(line, width));
  stdout.write(`${fitting.join('\n').trimEnd()}\n`);
  return warnings.length === 0 ? 'fine' : 'warned';
}

type Clouds = ReadonlyMap<CloudName, readonly (ConnectionName | null)[]>;

/** Returns the clouds by their connections: those of the settings, or else those that the ledger has seen. */
function cloudsOf({ environment, connections = [] }: Process, ledger: LedgerState | null): Clouds {
  const isSet = connections.length > 0 || Boolean(environment['SPENDWATCH_CLOUD']);
  const clouds = (ledger?.heads ?? []).flatMap(({ target, observation }) => {
    const name = getTargetConnection(target);
    return observation?.cloud == null || name === undefined ? [] : [{ name, cloud: observation.cloud }];
  });
  const all = isSet || clouds.length === 0 ? connectedClouds(environment, connections) : clouds;
  return new Map(
    all.map(({ cloud }) => [cloud, all.filter((one) => one.cloud === cloud).map(({ name }) => name)]),
  );
}

/** Returns what rules need that a cloud does not support, by cloud where there are several. */
const unmetOn = (policy: Policy, clouds: Clouds, pollEvery: Span): Fault[] =>
  [...clouds].flatMap(([cloud, names]) =>
    unmetNeeds(policy, getCloudProfile(cloud), names, pollEvery).map(({ index, because }) => ({
      path: ['rules', index],
      part: 'key',
      message: clouds.size === 1 ? because : `on ${cloud}: ${because}`,
    })),
  );

/** Returns the mode of a policy. If the policy acts, also returns its protections and the limits on actions. */
function limitsInWords(
  { rules, caps, businessHours, protect }: Policy,
  ledger: LedgerState | null,
  words: KindWords,
): string[] {
  const acting = rules.filter(asksForActions);
  if (acting.length === 0) return ['Every rule only alerts: no action is taken.'];
  const enforced = acting.filter(mayEnforce).length;
  const seen = ledger && inView(ledger.heads);
  const { perRun, perDay, share } = caps;
  const hours = businessHours.map(windowInWords).join(', ');
  return [
    enforced === 0
      ? 'Mode: observe. Actions are reported, and not carried out.'
      : `Mode: enforce, in ${enforced} of ${acting.length} rules that act.`,
    ...protect.map(
      (one) =>
        `Protected: ${protectionInWords(one, seen && ledger && findProtectionMatch(one, seen, ledger.now), words)}`,
    ),
    `Caps: at most ${perRun} actions per run, ${perDay} per 24 h and ${share}% of running VMs and machines; a run that would exceed a cap takes no action.`,
    ...(hours === '' ? [] : [`No stops or deletions in business hours: ${hours}.`]),
  ];
}

function muteIn({ target: id }: Head, samplings: readonly UsageSamples[]): Subject[] {
  const target = toTarget(id);
  if (target.kind !== 'project') return [];
  return [...neverAnswering(samplings)].map((vm) =>
    toResourceSubject(target.id, { kind: 'vm', id: ResourceId.parse(vm) }),
  );
}

/** Returns the ledger's data, or why it cannot be used. */
async function knownOf(
  { clock }: Process,
  policy: Policy,
  place: LedgerPlace,
): Promise<LedgerState | string> {
  const name = place.kind === 'folder' ? place.data : place.table;
  try {
    return await readLedger(place, async (ledger) => {
      const now = clock.now();
      const [heads, overrides] = await Promise.all([ledger.heads(), ledger.overrides(now)]);
      if (heads.length === 0) return `the ledger in ${name} is empty`;
      const mute = new Set(await overProjects({ ledger, heads, policy }, minutes(45), muteIn));
      return { heads, now, mute, passed: passedBudgets(heads, policy, overrides, now) };
    });
  } catch (error) {
    if (error instanceof FolderInUseError) return error.message;
    if (error instanceof SettingsError && place.kind === 'folder') return `there is no ledger in ${name}`;
    throw error;
  }
}

/** Returns the budgets that would alert at the first poll, by the figures that heads hold. */
function passedBudgets(
  heads: readonly Head[],
  { rules, timezone }: Policy,
  overrides: readonly Override[],
  now: Instant,
): LedgerState['passed'] {
  const fleet = createFleetContextBuilder(heads, overrides, { rules, timezone }, now);
  return heads.flatMap((head) => {
    const facts = factsNow(head, { rules, timezone }, fleet(head.target));
    if (facts === null) return [];
    return rules
      .flatMap((rule) => (rule.kind === 'budget' ? judgeBudget(rule, facts) : []))
      .flatMap(({ kind, rule, subject, because }) =>
        kind === 'breached' ? [{ rule, because: `${subject}: ${because}` }] : [],
      );
  });
}
