import { findSilenceReason } from '../../decide/alerts/suppress.ts';
import { findResource } from '../../decide/subjects.ts';
import { type Subject, toTarget } from '../../model/ids.ts';
import { fitsGlob, longestGlob } from '../../model/rules/match.ts';
import { subjectParts } from '../../model/subject.ts';
import type { Instant } from '../../model/time/time.ts';
import { counted, formatShortList } from '../../model/words.ts';
import type { Alert } from '../../state/alert.ts';
import type { Head } from '../../state/head.ts';
import type { AlertMatch, OverrideByKind } from '../../state/override.ts';
import { findScope } from './find-scope.ts';
import type {
  OverrideLedger,
  OverrideOutcome,
  OverrideRefusal,
  OverrideRequest,
} from './override-outcome.ts';
import { waitingInWords } from './override-text.ts';
import { selectAnnouncedActions } from './pending-actions.ts';
import { createOverrideId, type OverrideContext, overrideFields, recordOverride } from './place-override.ts';
import { plannedOverride } from './planned-override.ts';
import { listProjectGlobs, matchOfProjects, type Scope, selectAffectedHeads } from './scope.ts';

/**
 * Silences alerts by "<rule>", "<rule>/<subject>" or "*\/<subject>", each a name or a glob. Silenced alerts cause no
 * actions either. @throws LedgerError
 */
export const silence = (
  ledger: OverrideLedger,
  { asked, until, ...request }: OverrideRequest & { readonly asked: string; readonly until: Instant },
): Promise<OverrideOutcome> =>
  recordOverride(ledger, request, { until, isReasonNeeded: true }, (context) => {
    const match = alertsMeant(context, asked);
    return match.kind === 'alerts' ? silencePlaced(context, match, until) : match;
  });

/** Returns the ID that a silence of exactly these alerts has. */
export function findSilenceId(context: OverrideContext, name: string): string | OverrideRefusal {
  const match = alertsMeant(context, name);
  return match.kind === 'alerts' ? idOfSilence(match.alerts) : match;
}

const idOfSilence = ({ rule, subject, match }: AlertMatch): string =>
  createOverrideId('silence', rule, subject, ...listProjectGlobs(match ?? {}));

type Meant = { readonly kind: 'alerts'; readonly alerts: AlertMatch; readonly scope: Scope };

/** Resolves the alerts to silence. Rules and subjects may contain "/", so the part before it must be a known rule. */
function alertsMeant(context: OverrideContext, asked: string): Meant | OverrideRefusal {
  const { heads, policy } = context;
  if (asked.length > longestGlob) return { kind: 'unfit', because: 'The name is too long' };
  const rules = new Set<string>([
    ...(policy?.rules ?? []).map(({ name }) => name),
    ...heads.flatMap(({ alerts }) => alerts.map(({ rule }) => rule)),
  ]);
  const splits = splitAlertName(asked).filter(({ rule }) => rules.has(rule) || fitsAny(rule, rules));
  // The longest full name of a rule wins; among globs, the shortest wins.
  const ordered = [
    ...splits.filter(({ rule }) => rules.has(rule)),
    ...splits.filter(({ rule }) => !rules.has(rule)).toReversed(),
  ];
  let refused: OverrideRefusal = ruleUnknown(context, asked, rules);
  for (const { rule, rest } of ordered) {
    const isFiring = ({ head, subject }: { readonly head: Head; readonly subject: Subject }) =>
      head.alerts.some((alert) => fitsGlob(rule, alert.rule) && concernsSubject(alert, subject));
    const scope = rest === null ? anything : findScope(heads, rest, isFiring);
    if (scope.kind === 'scope')
      return { kind: 'alerts', alerts: toAlertMatch(rule, scope.scope), scope: scope.scope };
    refused = scope;
  }
  return refused;
}

const anything = { kind: 'scope', scope: { kind: 'everything' } } as const;

const concernsSubject = (alert: Alert, subject: Subject): boolean =>
  alert.subject === subject || subjectParts(alert.subject).target === subject.valueOf();

/** Splits a text at every "/" into rule and subject, the longest rule first. */
function splitAlertName(name: string): readonly { readonly rule: string; readonly rest: string | null }[] {
  const slashes = [...name.matchAll(/\//g)].map(({ index }) => index).reverse();
  return [
    { rule: name, rest: null },
    ...slashes.map((slash) => ({ rule: name.slice(0, slash), rest: name.slice(slash + 1) })),
  ];
}

const fitsAny = (glob: string, rules: ReadonlySet<string>): boolean =>
  [...rules].some((rule) => fitsGlob(glob, rule));

function ruleUnknown(
  { heads, policy }: OverrideContext,
  name: string,
  rules: ReadonlySet<string>,
): OverrideRefusal {
  const isSubject = findScope(heads, name).kind === 'scope';
  if (isSubject)
    return {
      kind: 'unfit',
      because: `"${name}" is not a rule; use "*/${name}" to silence its alerts of all rules`,
    };
  const where = policy === null ? ' in the current alerts; there is no policy here to check' : '';
  const names = [
    ...rules,
    ...splitAlertName(name).flatMap(({ rest }) =>
      rest === null ? [] : [...rules].map((rule) => `${rule}/${rest}`),
    ),
  ];
  return { kind: 'unknown', asked: name, because: `Unknown rule "${name}"${where}`, names };
}

/** Returns the alerts of a rule in a scope; a project includes everything in it. */
function toAlertMatch(glob: string, scope: Scope): AlertMatch {
  const rule = glob === '*' ? {} : { rule: glob };
  switch (scope.kind) {
    case 'everything':
      return rule;
    case 'projects':
      return { ...rule, match: matchOfProjects(scope) };
    case 'resources':
    case 'targets':
      return { ...rule, subject: scope.subject };
  }
}

function silencePlaced(context: OverrideContext, { alerts, scope }: Meant, until: Instant): OverrideOutcome {
  const { heads, now } = context;
  const override: OverrideByKind<'silence'> = {
    kind: 'silence',
    id: idOfSilence(alerts),
    ...overrideFields(context, until),
    alerts,
  };
  const isSilenced = (head: Head, alert: Alert) =>
    findSilenceReason({
      about: alert,
      target: toTarget(head.target),
      resource: findResource(head, alert.subject),
      overrides: [override],
      now,
    }) !== null;
  const count = heads.flatMap((head) =>
    head.alerts.filter((alert) => alert.phase === 'firing' && isSilenced(head, alert)),
  ).length;
  const announced = selectAnnouncedActions(heads, () => true).filter(({ head, alert }) =>
    isSilenced(head, alert),
  );
  return plannedOverride(context, override, selectAffectedHeads(heads, scope), [
    count === 0
      ? 'No matching alert is firing.'
      : `${counted(count, 'matching alert')} ${count === 1 ? 'is' : 'are'} firing.`,
    ...(announced.length === 0
      ? []
      : [
          `Cancelled, and announced again after the silence: ${formatShortList(announced.map((waiting) => waitingInWords(waiting, context.named)))}.`,
        ]),
  ]);
}
