import { burnRateOf } from '../evaluate/facts.ts';
import { assertNever } from '../model/assert-never.ts';
import { targetOf } from '../model/ids.ts';
import type { NextStep } from '../model/notice.ts';
import type { Sighting } from '../model/observation.ts';
import { type Resource, subjectOf } from '../model/resource.ts';
import { mayAct, type Rule } from '../model/rule.ts';
import type { Instant } from '../model/time.ts';
import type { Breach, Verdict } from '../model/verdict.ts';
import { dropStale } from './alerts/drop-stale.ts';
import { type AlertScene, alertKey, followBreach, followClear } from './alerts/follow-alert.ts';
import { hushOf, silenceOf } from './alerts/hush.ts';
import { driversOf } from './drivers.ts';
import { decideStop, nextStep } from './follow-acts.ts';
import { noteRest } from './note-rest.ts';
import { type Progress, withDecision } from './progress.ts';
import type { TurnInput } from './turn.ts';

/** A turn's input with what was seen in it; without a sighting nothing is let go of and nothing is done. */
export type FollowScene = Pick<TurnInput, 'head' | 'policy' | 'around' | 'intervals'> &
  ({ readonly sighting: Sighting } | { readonly sighting: null; readonly now: Instant });

/** What a turn's verdicts lead to: alerts that come and go, messages, acts, or nothing; each with its reason. */
export function followVerdicts(
  progress: Progress,
  verdicts: readonly Verdict[],
  scene: FollowScene,
): Progress {
  const { policy, sighting } = scene;
  const paced = { ...scene, pace: paceOf(scene) };
  const resourceOf = resourceFinder(scene);
  const target = targetOf(scene.head.target);
  const rules = new Map(policy.rules.map((rule) => [rule.name, rule]));
  const { instructions } = scene.around;
  let next =
    sighting === null
      ? progress
      : dropStale(progress, { target, sighting, policy, verdicts, instructions, resourceOf });
  for (const verdict of verdicts) {
    const rule = rules.get(verdict.rule);
    if (rule !== undefined) next = followVerdict(next, verdict, rule, resourceOf(verdict.subject), paced);
  }
  return next;
}

function followVerdict(
  progress: Progress,
  verdict: Verdict,
  rule: Rule,
  resource: Resource | undefined,
  scene: PacedScene,
): Progress {
  const { subject, because } = verdict;
  switch (verdict.kind) {
    case 'clear': {
      const now = nowIn(scene);
      const { instructions } = scene.around;
      const target = targetOf(scene.head.target);
      const hush = silenceOf({ about: verdict, target, resource, instructions, now });
      return followClear(noteRest(progress, rule, resource, now), verdict, { rule, now, hush });
    }
    case 'unknown':
    case 'suspect':
      return withDecision(progress, { kind: 'nothing', rule: rule.name, subject, because });
    case 'breached':
      return followBreached(progress, verdict, rule, resource, scene);
    default:
      return assertNever(verdict);
  }
}

const onlyTells: NextStep = { kind: 'nothing', because: 'the rule only tells' };

function followBreached(
  progress: Progress,
  verdict: Breach,
  rule: Rule,
  resource: Resource | undefined,
  scene: PacedScene,
): Progress {
  const { sighting, around, head, policy, intervals, pace } = scene;
  const { instructions, accountAlerts } = around;
  const now = nowIn(scene);
  const target = targetOf(head.target);
  const act =
    mayAct(rule) && resource !== undefined && sighting?.kind === 'project'
      ? { target: head.target, policy, rule, resource, sighting, intervals }
      : null;
  const told = followBreach(progress, verdict, {
    rule,
    now,
    hush: hushOf({ rule, verdict, target, resource, instructions, accountAlerts, now }),
    next: act === null ? onlyTells : nextStep(progress, act),
    mayAct: act !== null && act.rule.then.length > 0 && act.resource.kind === 'vm',
    // Of one resource it is its own price that matters, which is among its figures.
    ...(resource === undefined ? pace() : unpaced),
  });
  if (act === null) return told;
  const alert = told.alerts.find(({ key }) => key === alertKey(verdict));
  return alert === undefined || alert.phase !== 'firing' ? told : decideStop(told, alert, act);
}

/** What a target costs and what of it costs most: the same for all its alerts, and reckoned only if there is one. */
type Pace = Pick<AlertScene, 'burnRate' | 'drivers'>;
const unpaced: Pace = { burnRate: null, drivers: [] };
type PacedScene = FollowScene & { readonly pace: () => Pace };

function paceOf({ sighting, head }: FollowScene): () => Pace {
  let known: Pace | null = null;
  return () => {
    known ??=
      sighting === null
        ? { burnRate: null, drivers: [] }
        : { burnRate: burnRateOf(sighting), drivers: driversOf(sighting, head.target) };
    return known;
  };
}

const nowIn = (scene: FollowScene): Instant => (scene.sighting === null ? scene.now : scene.sighting.at);

/** Finds a resource by its name among all that spendwatch speaks of. */
function resourceFinder({ head, sighting }: FollowScene): (subject: string) => Resource | undefined {
  const target = targetOf(head.target);
  if (sighting?.kind !== 'project' || target.kind !== 'project') return () => undefined;
  const bySubject = new Map<string, Resource>(
    sighting.resources.map((resource) => [subjectOf(target.project, resource), resource]),
  );
  return (subject) => bySubject.get(subject);
}
