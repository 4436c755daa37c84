import { isRest } from '../../model/action-kind.ts';
import type { ProjectObservation } from '../../model/facts/observation.ts';
import type { Resource } from '../../model/facts/resource.ts';
import type { Subject } from '../../model/ids.ts';
import { type Instant, isoSecond, latest } from '../../model/time/time.ts';
import type { Restart } from '../../rules/facts.ts';
import { type Rule, stopsResources } from '../../rules/terms.ts';
import type { Alert } from '../../state/alert.ts';
import { withdraw } from '../alerts/follow-alert.ts';
import { type Progress, withEntry } from '../progress.ts';

/**
 * The maximum number of boots in one episode that answer an announced stop, so that a VM that keeps booting does not
 * run forever. For an idle rule a boot is a sign that it is needed; a stop for another reason is only announced anew.
 */
const mostAnswers = { idle: 2, other: 1 } as const;

/** Returns why a boot answers an announced stop (invariant 30); `null` where it does not. */
export function whyAnswered(
  { announcement, restarts, step }: Alert,
  rule: Rule,
  bootedAt: Instant | null,
): string | null {
  const deliveredAt = announcement?.deliveredAt ?? null;
  if (deliveredAt === null || bootedAt === null || bootedAt <= deliveredAt) return null;
  const isStop = step === null ? stopsResources(rule) : isRest(step);
  const most = mostAnswers[rule.kind === 'idle' ? 'idle' : 'other'];
  if (!isStop || (restarts?.times ?? 0) >= most) return null;
  return `it was started at ${isoSecond(bootedAt)}, after its stop was announced`;
}

/** Withdraws each announced stop that a boot has answered, with its action, and notes the boot. */
export function noteRestarts(
  progress: Progress,
  { at }: ProjectObservation,
  rules: readonly Rule[],
  resourceOf: (subject: Subject) => Resource | undefined,
): Progress {
  let next = progress;
  for (const alert of progress.alerts) {
    if (alert.announcement === null || alert.phase !== 'firing') continue;
    const rule = rules.find(({ name }) => name === alert.rule);
    const bootedAt = resourceOf(alert.subject)?.bootedAt ?? null;
    const because = rule === undefined ? null : whyAnswered(alert, rule, bootedAt);
    if (because === null || bootedAt === null) continue;
    const { subject, rule: name, restarts } = alert;
    const noted = {
      ...alert,
      restarts: { at: latest(bootedAt, restarts?.at ?? bootedAt), times: (restarts?.times ?? 0) + 1 },
    };
    next = withEntry(withdraw(next, noted), { at, event: 'cancelled', subject, rule: name, because });
  }
  return next;
}

/** Returns the last boots that answered announcements. */
export const listRestarts = (alerts: readonly Alert[]): readonly Restart[] =>
  alerts.flatMap(({ rule, subject, restarts }) =>
    restarts === undefined ? [] : [{ rule, subject, at: restarts.at }],
  );
