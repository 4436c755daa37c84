import type { ReplyNote } from '../../clouds/http/reply-note.ts';
import { type CloudProfile, grantInWords } from '../../clouds/profile.ts';
import { placesInWords, unheard, unheardRules } from '../../config/settings/unheard.ts';
import { assertNever } from '../../model/assert-never.ts';
import type { ConnectionName } from '../../model/connection-name.ts';
import type { TargetId } from '../../model/ids.ts';
import { routeId } from '../../model/route.ts';
import { formatShortList } from '../../model/words.ts';
import { confirms } from '../../routes/settings.ts';
import type { Policy } from '../../state/policy.ts';
import { accessFindings, findRefusal, isMisconfigured, roleFinding } from './access.ts';
import { clockFinding } from './clock-finding.ts';
import { type DeploymentFacts, deploymentFindings } from './deployment-findings.ts';
import type { Examination } from './examine.ts';
import { type Finding, finding } from './finding.ts';
import { loadFindings, type Pace } from './load-findings.ts';
import { protectionFindings } from './near-misses.ts';
import { partFindings } from './part-findings.ts';
import { targetFindings } from './target-findings.ts';
import { unmetFindings } from './unmet-needs.ts';
import { otherPriceFindings, usageFindings, vmFindings } from './vm-findings.ts';

/** The overall result: everything that the policy needs can be monitored, or where the fault is. */
export type DiagnosisOutcome = 'watchable' | 'gaps' | 'misconfigured' | 'unreachable';

export type Diagnosis = {
  readonly outcome: DiagnosisOutcome;
  /** A sentence for people. */
  readonly verdict: string;
  readonly findings: readonly Finding[];
};

/** The settings that decide the findings of a check. */
export type CheckSettings = Pace & {
  readonly policy: Policy;
  /** The reason why the key for actions cannot be read; `null` when it can. */
  readonly actKeyFault?: string | null;
  readonly deployment?: DeploymentFacts;
  readonly profile: CloudProfile;
  readonly connection?: ConnectionName | null;
};

/** Judges a check; `examination` is `null` for a cloud that has no check. */
export function diagnose(
  examination: Examination | null,
  replies: readonly ReplyNote[],
  standard: CheckSettings,
): Diagnosis {
  const { policy } = standard;
  const ofSettings = [
    ...unmetFindings(policy, standard.profile, standard.connection ?? null, standard.every),
    ...actKeyFindings(standard.actKeyFault ?? null),
    ...routeFindings(policy),
    ...unheardFindings(policy, examination?.found?.targets ?? []),
    ...deploymentFindings(standard.deployment ?? { parameters: null, byOthers: null }),
  ];
  if (examination === null) return concluded('gaps', [noCheckUp, ...ofSettings]);
  const access = accessFindings(examination);
  const clock = replies.length > 0 ? [clockFinding(replies)] : [];
  const refusal = findRefusal(examination);
  if (refusal !== null) {
    return concluded(isMisconfigured(refusal) ? 'misconfigured' : 'unreachable', [...access, ...clock]);
  }
  if (examination.unknown.length > 0) {
    const findings = [...access, ...clock, unknownFinding(examination)];
    return {
      outcome: 'misconfigured',
      verdict: 'Nothing was checked: the project does not exist.',
      findings,
    };
  }
  const findings = [
    ...access,
    roleFinding(examination, policy),
    ...ofSettings,
    ...clock,
    ...targetFindings(examination),
    ...partFindings(examination, policy),
    ...vmFindings(examination, policy),
    ...otherPriceFindings(examination, policy),
    ...protectionFindings(examination, policy),
    ...usageFindings(examination, policy),
    ...loadFindings(examination, replies, standard),
  ];
  return concluded(findings.some(isGap) ? 'gaps' : 'watchable', findings);
}

const noCheckUp = finding('cloud', 'cloud', {
  state: 'partly',
  found: 'not checked: spendwatch has no checks for this cloud',
  unwatched: 'what the key can read is unknown',
  remedy: 'run `spendwatch once`, which says what a poll could not read',
});

export const isGap = ({ state }: Finding): boolean => state === 'partly' || state === 'no';

const actKeyFindings = (fault: string | null): Finding[] =>
  fault === null
    ? []
    : [
        finding('act-key', 'key for actions', {
          state: 'partly',
          found: fault,
          unwatched: 'no action can be taken',
          remedy: 'put the key into the file of SPENDWATCH_ACT_KEY_FILE, readable only by its owner',
        }),
      ];

/** The impact if a connection does not list a project that `--project` names. */
export const unknownProjects = 'the projects of --project cannot be monitored';

const unknownFinding = ({ unknown, cloud }: Examination): Finding =>
  finding('projects', 'projects', {
    state: 'no',
    found: `not listed by the cloud: ${unknown.join(', ')}`,
    unwatched: unknownProjects,
    remedy: `check the name, or ${grantInWords(cloud)} on it`,
  });

/** Returns a finding on the rules whose alerts no route takes; empty if there are none. */
export function unheardFindings(policy: Policy, targets: readonly TargetId[]): Finding[] {
  const rules = unheardRules(policy, targets);
  if (rules.length === 0) return [];
  const names = rules.map((unheard) => `"${unheard.rule.name}"${placesInWords(unheard)}`);
  return [
    finding('unheard-rules', 'rules without a route', {
      state: 'partly',
      found: `no route takes the alerts of ${formatShortList(names)}`,
      unwatched: 'nobody hears these alerts',
      remedy: 'let an entry of alerts.routes take them: see its from, rules, projects and accounts',
      figures: { rules: rules.length },
    }),
  ];
}

export function concluded(outcome: DiagnosisOutcome, findings: readonly Finding[]): Diagnosis {
  return { outcome, verdict: describeVerdict(outcome, findings), findings };
}

function describeVerdict(outcome: DiagnosisOutcome, findings: readonly Finding[]): string {
  switch (outcome) {
    case 'watchable':
      return 'Everything that the policy needs can be monitored.';
    case 'gaps': {
      const gaps = findings.filter(isGap).map(({ what }) => what);
      return `Not everything that the policy needs can be monitored. Gaps: ${gaps.join(', ')}.`;
    }
    case 'misconfigured':
      return 'The configuration is wrong: nothing can be monitored.';
    case 'unreachable':
      return 'The cloud could not be reached.';
    default:
      return assertNever(outcome);
  }
}

/** Returns a finding on the routes that cannot confirm that anybody receives their messages; empty if all can. */
export function routeFindings(policy: Pick<Policy, 'rules' | 'routes'>): Finding[] {
  const routes = (policy.routes ?? []).filter(({ to }) => to !== 'console');
  const silent = [...new Set(routes.filter(({ to }) => !confirms(to)).map(routeId))];
  if (silent.length === 0) return [];
  const because = unheard(policy, routes);
  return [
    finding('routes', 'routes', {
      found: `no action relies on ${silent.join(', ')}: nothing confirms that anybody receives messages there`,
      ...(because !== null && {
        state: 'partly',
        unwatched: `no action can be taken: ${because}`,
        remedy: 'send announcements over another route as well, such as e-mail or SNS',
      }),
    }),
  ];
}
