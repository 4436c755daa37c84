import type { Alert } from '../model/alert.ts';
import { type Target, type TargetId, targetOf } from '../model/ids.ts';
import { matchesResource, matchesTarget } from '../model/match.ts';
import type { Sighting } from '../model/observation.ts';
import type { Period } from '../model/period.ts';
import type { Policy } from '../model/policy.ts';
import { type Resource, subjectOf } from '../model/resource.ts';
import type { Match } from '../model/rule.ts';
import type { Instant } from '../model/time.ts';
import { endAlert, idleAlertKey } from './follow-idle.ts';
import { type Progress, withEntry, withoutAlert } from './progress.ts';

/** Lets go of alerts whose rule, period or resource is no more. */
export function dropStaleAlerts(
  progress: Progress,
  sighting: Sighting,
  targetId: TargetId,
  policy: Policy,
  month: Period,
): Progress {
  const target = targetOf(targetId);
  let next = progress;
  for (const alert of progress.alerts) {
    const rule = policy.rules.find(({ name }) => name === alert.rule);
    if (rule === undefined) {
      next = drop(next, alert, sighting.at, 'its rule is no longer in the policy');
    } else if (!matchesTarget(rule.match, target)) {
      next = drop(next, alert, sighting.at, 'its rule no longer speaks of it');
    } else if (rule.kind === 'budget') {
      if (alert.since < month.from) next = drop(next, alert, sighting.at, 'its month is over');
    } else if (sighting.kind === 'project' && sighting.seen.includes('vms')) {
      const vm = vmOf(alert, sighting.resources, target);
      if (vm === undefined || vm.activity === 'gone')
        next = endAlert(next, alert, 'the VM is gone', sighting);
      else if (idleAlertKey(rule.name, alert.subject, vm) !== alert.key) {
        next = endAlert(next, alert, 'another VM has taken its name', sighting);
      } else if (!mayMatch(rule.match, target, vm)) {
        next = drop(next, alert, sighting.at, 'its rule no longer speaks of it');
      }
    }
  }
  return next;
}

function vmOf(alert: Alert, resources: readonly Resource[], target: Target): Resource | undefined {
  if (target.kind !== 'project') return undefined;
  return resources.find((resource) => subjectOf(target.project, resource) === alert.subject);
}

/** Metadata that is not shown this time may still be what it was. */
const mayMatch = (match: Match, target: Target, vm: Resource): boolean =>
  matchesResource(match, target, vm) || (match.metadata !== undefined && vm.metadata === null);

/** Ends without a word: there is nothing that a person should do or know. */
function drop(progress: Progress, alert: Alert, at: Instant, because: string): Progress {
  const intents = progress.intents.filter(
    (intent) => intent.alert !== alert.key || intent.state.kind !== 'waiting',
  );
  const without = withoutAlert({ ...progress, intents }, alert);
  return withEntry(without, { at, event: 'resolved', subject: alert.subject, rule: alert.rule, because });
}
