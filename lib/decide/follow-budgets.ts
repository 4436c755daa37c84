import { burnRateOf, costOf } from '../evaluate/facts.ts';
import type { Alert } from '../model/alert.ts';
import { AlertKey, MessageId, type TargetId, targetOf } from '../model/ids.ts';
import { comparePrices, free } from '../model/money.ts';
import type { Driver } from '../model/notice.ts';
import type { Sighting } from '../model/observation.ts';
import { subjectOf } from '../model/resource.ts';
import { isoInstant } from '../model/time.ts';
import type { BudgetFigures, Verdict } from '../model/verdict.ts';
import { type Progress, withAlert, withDecision, withEntry, withMessage } from './progress.ts';

type Breach = Extract<Verdict, { kind: 'breached' }>;

/** Says a budget's threshold once in its period: the highest newly crossed one, and no lower one after it. */
export function followBudget(
  progress: Progress,
  verdict: Breach,
  figures: BudgetFigures,
  sighting: Sighting,
  target: TargetId,
): Progress {
  const level = verdict.level ?? 0;
  const key = AlertKey.parse(`${verdict.subject}#${verdict.rule}#${isoInstant(figures.period.from)}`);
  const known = progress.alerts.find((alert) => alert.key === key);
  const about = { subject: verdict.subject, rule: verdict.rule, because: verdict.because };
  if (known !== undefined && level <= (known.level ?? 0)) {
    const because = `${known.level} % was said in this period already; ${verdict.because}`;
    return withDecision(progress, { kind: 'nothing', ...about, because });
  }
  const { at } = sighting;
  const alert: Alert = {
    key,
    rule: verdict.rule,
    subject: verdict.subject,
    severity: verdict.severity,
    since: known?.since ?? at,
    level,
    announcement: null,
    retryAfter: null,
    because: verdict.because,
  };
  const { basis, spent, limit, period, asOf } = figures;
  const said = withMessage(withAlert(progress, alert), {
    id: MessageId.parse(`${key}#${level}%`),
    at,
    severity: verdict.severity,
    notice: {
      kind: 'budget-crossed',
      ...about,
      threshold: level,
      basis,
      spent,
      limit,
      period,
      asOf,
      burnRate: burnRateOf(sighting),
      drivers: driversOf(sighting, target),
    },
    delivered: [],
  });
  return withDecision(withEntry(said, { at, event: 'alert', ...about }), { kind: 'notify', ...about });
}

const mostDrivers = 3;

/** The resources that cost most an hour. */
function driversOf(sighting: Sighting, targetId: TargetId): Driver[] {
  const target = targetOf(targetId);
  if (sighting.kind !== 'project' || target.kind !== 'project') return [];
  return sighting.resources
    .map((resource) => ({
      subject: subjectOf(target.project, resource),
      price: costOf(resource),
      what: resource.gpus > 0 ? `${resource.gpus} x ${resource.gpuModel ?? 'GPU'}` : resource.kind,
    }))
    .filter(({ price }) => comparePrices(price, free) > 0)
    .sort((left, right) => comparePrices(right.price, left.price))
    .slice(0, mostDrivers);
}
