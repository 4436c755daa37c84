import type { Explanation } from '../../decide/explain.ts';
import type { Alert } from '../../model/alert.ts';
import type { Subject } from '../../model/ids.ts';
import { withLocalTimes } from '../../model/time/local-times.ts';
import { localMinute } from '../../model/time/period.ts';
import type { Notice } from '../../views/condition.ts';
import { hanging } from './cut.ts';

/** Shows the chain from facts to decisions, rule by rule; rules that do not apply come last. */
export function explanationText(
  subject: Subject,
  explanations: readonly Explanation[],
  notices: readonly Notice[],
  { zone, width }: { readonly zone: string; readonly width: number },
): string {
  const applies = ({ verdicts, alerts }: Explanation) => verdicts.length > 0 || alerts.length > 0;
  const blocks = explanations.filter(applies).map((it) => blockOf(it, zone));
  const others = explanations.filter((it) => !applies(it));
  const lines = [
    subject,
    ...notices.map(({ says }) => says),
    ...blocks.flatMap((block) => ['', ...block]),
    ...(others.length === 0 ? [] : ['']),
    ...others.map(({ rule, silentBecause }) => `${rule.name} (${rule.kind}): ${silentBecause}`),
    '',
  ];
  return lines.flatMap((line) => hanging(withLocalTimes(line, zone), width)).join('\n');
}

function blockOf({ rule, facts, verdicts, silentBecause, alerts, decisions }: Explanation, zone: string) {
  const lines = [
    ...facts.map((fact) => row('facts', fact)),
    ...verdicts.map(({ kind, because }) => row('verdict', `${kind}: ${because}`)),
    ...(silentBecause === null ? [] : [row('verdict', `none: ${silentBecause}`)]),
    ...alerts.map((alert) => row('alert', alertInWords(alert, zone))),
    ...decisions.map(({ kind, because }) => row('decision', `${kind}: ${because}`)),
  ];
  // Several conditions of a rule may give the same line.
  return [`${rule.name} (${rule.kind})`, ...new Set(lines)];
}

const row = (name: string, text: string): string => `  ${name.padEnd(8)}  ${text}`;

function alertInWords(
  { phase, severity, since, lastNotified, clearSince, announcement }: Alert,
  zone: string,
) {
  const notified =
    lastNotified === null ? 'not notified' : `last notified ${localMinute(lastNotified.at, zone)}`;
  const clear = clearSince === null ? '' : `, clear since ${localMinute(clearSince, zone)}`;
  const announced =
    announcement?.deliveredAt == null
      ? announcement && ', its announcement not delivered yet'
      : `, announced ${localMinute(announcement.deliveredAt, zone)}`;
  return `${phase}, ${severity}, since ${localMinute(since, zone)}${clear}; ${notified}${announced ?? ''}`;
}
