import type { CloudProfile } from '../../clouds/profile.ts';
import { type AffectedResource, erasedByRest, findActionEffect } from '../../clouds/profiles.ts';
import { hasUncoveredMinute } from '../../forms/window.ts';
import { getRestAction } from '../../model/action-kind.ts';
import { ResourceKind } from '../../model/facts/resource.ts';
import type { BudgetStep, Step } from '../../model/rules/step.ts';
import { isOnResources, type Rule, type RuleKind, startsAsInfo } from '../../rules/terms.ts';
import type { Policy } from '../../state/policy.ts';
import type { Fault } from './explain.ts';

type AnyStep = Step | BudgetStep;

/** Returns warnings on steps that can never run, or that do more than is likely meant. */
export function stepWarnings(rule: Rule, policy: Policy): Fault[] {
  const steps: readonly AnyStep[] = rule.then;
  return steps.flatMap((step, index): Fault[] => {
    const message =
      outOfReach(step, rule) ??
      neverDue(step, rule, policy) ??
      (step.kind === 'notify' ? withoutEffect(step.severity, rule.kind) : tooFar(step, policy));
    return message === null ? [] : [{ path: ['then', index, step.kind], part: 'key', message }];
  });
}

/** Returns a warning on a step for other kinds of resources than the rule matches. */
function outOfReach(step: AnyStep, rule: Rule): string | null {
  const { kind } = rule.match;
  if (!isOnResources(rule) || kind === undefined || step.kind === 'notify' || appliesToKind(step, kind))
    return null;
  const others = {
    stop: 'VMs',
    'power-off': 'machines',
    start: 'VMs and machines',
    image: 'VMs',
    terminate: 'VMs',
  };
  return `can never run: it is for ${others[step.kind]}, and the rule matches kind ${kind}`;
}

function appliesToKind(step: AnyStep, kind: ResourceKind): boolean {
  if (step.kind === 'start') return getRestAction(kind) !== null;
  return step.kind === 'power-off' ? getRestAction(kind) === 'power-off' : kind === 'vm';
}

/** Returns a warning on a step whose precondition never occurs. */
function neverDue(step: AnyStep, rule: Rule, { rules, businessHours }: Policy): string | null {
  if ('of' in step)
    return step.of === 'everything' || rules.some(({ kind }) => kind === 'idle')
      ? null
      : 'can never run: it stops what an idle rule finds, and the policy has no idle rule';
  if (rule.kind === 'schedule' && (step.kind === 'stop' || step.kind === 'power-off'))
    return hasUncoveredMinute([...rule.windows, ...businessHours])
      ? null
      : 'can never run: business-hours cover all the time outside its hours';
  if (step.kind === 'notify' || step.mode !== 'enforce' || !isOnResources(rule)) return null;
  const rests: readonly AnyStep['kind'][] = step.kind === 'start' ? ['stop', 'power-off'] : ['stop'];
  const before = rule.then.filter((other) => 'mode' in other && rests.includes(other.kind));
  const isLater = step.kind === 'image' || step.kind === 'terminate' || step.kind === 'start';
  if (isLater && before.length > 0 && before.every((other) => 'mode' in other && other.mode === 'observe'))
    return 'can never run: the stop before it is only announced (mode: observe)';
  const image = rule.then.find((other) => other.kind === 'image');
  return step.kind === 'terminate' && step.needsImage && image?.kind === 'image' && image.mode === 'observe'
    ? 'can never run: the image that it needs is only announced (mode: observe)'
    : null;
}

const withoutEffect = (severity: string, kind: RuleKind): string | null =>
  severity === 'warning' && !startsAsInfo(kind)
    ? 'has no effect: the alert is a warning from the start; write severity: critical, or remove severity'
    : null;

/** Returns a warning on a step that is carried out without any safeguard. */
function tooFar(step: Exclude<AnyStep, { kind: 'notify' }>, { protect }: Policy): string | null {
  if (step.mode === 'observe' || step.approve !== null) return null;
  if (step.kind === 'terminate' && !step.needsImage)
    return 'deletes VMs without an image and without approval; add approve: required to wait for approval';
  if ('of' in step && step.of === 'everything' && protect.every(({ kind }) => kind === 'younger-than'))
    return 'stops all VMs, and protect names none of them; add approve: required to wait for approval';
  return null;
}

/** A resource that a rule may stop; without an id, any resource of its kind on a cloud. */
export type StoppableResource = AffectedResource & { readonly id?: string; readonly cloud: CloudProfile };

/** Returns the kinds of resources that can be stopped on clouds, for use when no resource is known. */
export const listStoppableKinds = (clouds: readonly CloudProfile[]): StoppableResource[] =>
  clouds.flatMap((cloud) => ResourceKind.options.map((kind) => ({ cloud, kind })));

/** Returns warnings on steps whose stop erases what the rule does not accept, or frees capacity that a start needs. */
export function lossWarnings({ then, match }: Rule, stoppable: readonly StoppableResource[]): Fault[] {
  const steps: readonly (Step | BudgetStep)[] = then;
  const isStarted = steps.some(({ kind }) => kind === 'start');
  return steps.flatMap((step, index) => {
    if (step.kind !== 'stop' && step.kind !== 'power-off') return [];
    const stopped = stoppable.filter(
      ({ kind }) => getRestAction(kind) === step.kind && (match.kind === undefined || match.kind === kind),
    );
    const erasing = stopped.find(({ cloud, ...it }) => erasedByRest(cloud, step.kind, it) !== null);
    const erases = erasing && erasedByRest(erasing.cloud, step.kind, erasing);
    const losing = stopped.find(({ cloud, ...it }) => findActionEffect(cloud, step.kind, it)?.mayLosePlace);
    const warnings = [
      ...(erases == null || step.mayErase === true
        ? []
        : [
            `never stops ${formatResourceName(erasing)}: that erases ${erases}; add may-erase: true to accept the loss`,
          ]),
      ...(losing === undefined || !isStarted
        ? []
        : [
            `may leave ${formatResourceName(losing)} stopped during its hours: its capacity may go to others meanwhile`,
          ]),
    ];
    return warnings.map((message) => ({ path: ['then', index, step.kind], part: 'key', message }));
  });
}

const formatResourceName = (it: StoppableResource | undefined): string =>
  it?.id ?? `a ${it?.kind ?? 'resource'}`;
