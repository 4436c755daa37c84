import type { ActionKind } from '../../model/action-kind.ts';
import { type ProjectObservation, partOf } from '../../model/facts/observation.ts';
import { costNow, getEpisode, type Resource } from '../../model/facts/resource.ts';
import { type AlertKey, ResourceId, type Subject, type Target } from '../../model/ids.ts';
import { matchesResource } from '../../model/rules/match.ts';
import type { ImageStep, TerminateStep } from '../../model/rules/step.ts';
import { stableHash } from '../../model/stable-hash.ts';
import { subjectParts } from '../../model/subject.ts';
import {
  computeSpan,
  earlier,
  findLatest,
  type Instant,
  isoInstant,
  later,
  spanInWords,
} from '../../model/time/time.ts';
import { missingState } from '../../rules/missing-fact.ts';
import { isOnResources, type ResourceRule, type Rule } from '../../rules/terms.ts';
import type { Breach, Verdict } from '../../rules/verdict.ts';
import type { Alert } from '../../state/alert.ts';
import type { PastStop } from '../../state/intent.ts';
import { alertKey } from '../alerts/follow-alert.ts';

/** The kind of verdict of this observation by alert. The alert itself may be out of date. */
export type VerdictKindByAlert = ReadonlyMap<AlertKey, Verdict['kind']>;

/** The input for judging all steps that depend on earlier alerts. */
export type StepFacts = {
  readonly target: Target;
  readonly observation: ProjectObservation;
  readonly alerts: readonly Alert[];
  readonly found: VerdictKindByAlert;
  readonly resourceOf: (subject: Subject) => Resource | undefined;
};
type LaterStepsInput = StepFacts & { readonly rules: readonly Rule[]; readonly stops: readonly PastStop[] };

/**
 * Judges the later steps of rules: a resource that a rule stopped, or found stopped as waste, is imaged and then
 * deleted if nobody starts it. A step has its own alert, from its final notice on.
 */
export function judgeLaterSteps(facts: LaterStepsInput): Verdict[] {
  const { observation } = facts;
  if (!observation.seen.includes(partOf.vm)) return [];
  const breaches = [...listRestsAfterStops(facts), ...listRestsOfWaste(facts)].flatMap((rest) =>
    listDueSteps(rest, observation.at),
  );
  const due = new Set(breaches.map((breach) => alertKey(breach)));
  const noLongerDue = facts.alerts
    .filter((alert) => isLater(alert.step) && alert.phase !== 'resolved' && !due.has(alert.key))
    .flatMap((alert) => askedNoMore(alert, facts.resourceOf(alert.subject), explainNotDue));
  return [...breaches, ...noLongerDue];
}

/** A stopped resource, and the rule whose later steps may apply to it. */
type Rest = {
  readonly rule: ResourceRule;
  readonly resource: Resource;
  readonly subject: Subject;
  readonly since: Instant;
  readonly image: ResourceId | null;
};

function listRestsAfterStops({ rules, target, observation, stops, resourceOf }: LaterStepsInput): Rest[] {
  return stops.flatMap((stop) => {
    const resource = resourceOf(stop.subject);
    const rule = rules.find(({ name }) => name === stop.rule);
    if (!stop.ours || stop.startedAgainAt !== null || !isRestingVm(resource)) return [];
    if (rule === undefined || !isOnResources(rule) || resource.createdAt !== stop.createdAt) return [];
    if (!matchesResource(rule.match, target, resource, observation.at)) return [];
    return [{ rule, resource, subject: stop.subject, since: stop.stoppedAt, image: stop.image }];
  });
}

function listRestsOfWaste({ rules, alerts, found, stops, resourceOf }: LaterStepsInput): Rest[] {
  return alerts.flatMap((alert) => {
    const rule = rules.find(({ name }) => name === alert.rule);
    const resource = resourceOf(alert.subject);
    // A start in between began another rest.
    const since = findLatest([
      ...alert.fired.slice(-1),
      ...(resource?.bootedAt === undefined ? [] : [resource.bootedAt]),
    ]);
    if (rule?.kind !== 'waste' || alert.step !== null || alert.phase !== 'firing') return [];
    // The alert may have become outdated, or be of another resource, since it fired.
    if (found.get(alert.key) !== 'breached') return [];
    if (alert.fired.length === 0 || since === null || !isRestingVm(resource)) return [];
    const { subject } = alert;
    const image = stops.find((stop) => stop.subject === subject && stop.rule === rule.name)?.image ?? null;
    return [{ rule, resource, subject, since, image }];
  });
}

const isRestingVm = (resource: Resource | undefined): resource is Resource =>
  resource?.kind === 'vm' && resource.activity === 'stopped';

function listDueSteps(rest: Rest, now: Instant): Breach[] {
  return rest.rule.then.flatMap((step) => {
    if (step.kind !== 'image' && step.kind !== 'terminate') return [];
    if (step.kind === 'image' && rest.image !== null) return [];
    const due = later(rest.since, step.after);
    return now < earlier(due, step.notice) ? [] : [buildStepBreach(rest, step, due, now)];
  });
}

function buildStepBreach(rest: Rest, step: ImageStep | TerminateStep, due: Instant, now: Instant): Breach {
  const { rule, resource, subject, since, image } = rest;
  const { state } = resource;
  const isLast = step.kind === 'terminate';
  const requiredImage = isLast && !step.needsImage ? null : image;
  return {
    kind: 'breached',
    step: step.kind,
    rule: rule.name,
    subject,
    episode: `${getEpisode(resource)}/${isoInstant(since)}/${step.kind}`,
    severity: isLast ? 'critical' : 'warning',
    level: null,
    because: `stopped for ${spanInWords(computeSpan(since, now))} (${state}), and nobody has started it`,
    figures: {
      kind: 'rest',
      ...costNow(resource),
      state,
      action: step.kind,
      restsSince: since,
      image: requiredImage,
    },
    planned: {
      action: step.kind,
      mode: step.mode,
      after: step.notice,
      notBefore: due,
      approve: step.approve,
      image: requiredImage,
      of: null,
    },
  };
}

const isLater = (step: ActionKind | null): boolean => step === 'image' || step === 'terminate';

const explainNotDue = ({ activity, state }: Resource): string =>
  activity === 'stopped' ? 'its rule has no further step' : `is no longer stopped (${state})`;

/**
 * The maximum length of an image name: the guides of the platform allow 30 characters for names, and do not mention
 * images.
 */
const longestImageId = 30;
const prefix = 'spendwatch-';
const markLength = 8;

/**
 * Returns an image name that identifies a decision: the same whenever it is carried out again, so that the image is
 * made once, and different for every other VM and decision, so that a deletion recognizes the image it waits for. It
 * begins with the VM's own name, for people, and ends in a unique mark.
 */
export function buildImageName(subject: Subject, decidedAt: Instant): ResourceId {
  const id = subjectParts(subject).resource?.id ?? subject;
  const room = longestImageId - prefix.length - '-'.length - markLength;
  const slug = id.toLowerCase().replaceAll(/[^a-z0-9]+/g, '-');
  const vmName = slug.replace(/^-/, '').slice(0, room).replace(/-$/, '');
  return ResourceId.parse(
    [`${prefix}${vmName}`, computeMark(`${subject} ${decidedAt}`)].join(vmName === '' ? '' : '-'),
  );
}

/**
 * Returns 41 bits of a text in lowercase letters and digits: among a thousand images of a project, two collide once
 * in about five million cases.
 */
function computeMark(text: string): string {
  const bits = (BigInt(stableHash(text)) << 32n) | BigInt(stableHash(`image of ${text}`));
  return (bits % 36n ** BigInt(markLength)).toString(36).padStart(markLength, '0');
}

/**
 * Returns a verdict of clear on an alert whose action no rule requires any longer, or of unknown while the state of
 * its resource is unknown or changing; empty where it has no such resource.
 */
export function askedNoMore(
  { step, rule, subject, episode }: Alert,
  resource: Resource | undefined,
  because: (resource: Resource) => string,
): Verdict[] {
  // Alerts of resources that are gone are resolved elsewhere.
  if (step === null || resource === undefined || resource.activity === 'gone') return [];
  const kind = resource.activity === 'unknown' || resource.activity === 'changing' ? 'unknown' : 'clear';
  const reason = because(resource);
  return [
    { kind, step, rule, subject, episode, because: reason, figures: null, lacks: missingState(resource) },
  ];
}
