import { MessageId, RuleName, Subject, TargetId, toTarget } from '../../model/ids.ts';
import { chargeToMoney } from '../../model/money/money.ts';
import { defaultIntervals, type Intervals } from '../../model/time/intervals.ts';
import {
  computeEarlierDayStart,
  findPeriod,
  type Interval,
  localDate,
  readLocalTime,
} from '../../model/time/period.ts';
import {
  computeSpan,
  earlier,
  hours,
  type Instant,
  isoInstant,
  later,
  milliseconds,
  minutes,
  type Span,
} from '../../model/time/time.ts';
import type { Ledger } from '../../record/ledger.ts';
import type { Head } from '../../state/head.ts';
import type { Message } from '../../state/notification.ts';
import type { Policy } from '../../state/policy.ts';
import { buildDigest, isNews, type SpendByProject } from '../../views/digest.ts';
import { listed } from '../../views/listed.ts';
import { recordReach } from '../../views/stop-record.ts';
import type { ViewInput } from '../../views/view-input.ts';
import { createRunRoutes } from '../act/deliver.ts';
import { changeControl } from '../commit-change.ts';
import { subjectNamer } from '../overrides/subject-namer.ts';
import type { ActPorts } from '../ports.ts';
import { readLog } from '../queries/read-log.ts';
import { readSavings } from '../queries/read-savings.ts';
import { sumSpend } from '../queries/spend-by.ts';

export type DigestPorts = Omit<ActPorts, 'connections'>;
export type DigestReport = { readonly delivered: number; readonly undelivered: number };

export const nothingSent: DigestReport = { delivered: 0, undelivered: 0 };

/**
 * Sends yesterday's report, once its time of day has come, over every route that takes it and has not delivered it. It is
 * sent before that is recorded: a crash in between repeats it, under the same id. @throws LedgerError
 */
export async function sendDigest(
  ports: DigestPorts,
  { policy, intervals = defaultIntervals }: { readonly policy: Policy; readonly intervals?: Intervals },
): Promise<DigestReport> {
  const { clock, ledger } = ports;
  if (policy.digest === null) return nothingSent;
  const now = clock.now();
  const { timezone } = policy;
  const control = await ledger.control();
  const lastDigest = control.digest;
  const { day: dueOn, since } = lastDue(now, policy.digest.at, timezone);
  const isBegun = lastDigest?.day === dueOn;
  const isTooLate = !isBegun && computeSpan(since, now) >= mostLate;
  if (isTooLate || (lastDigest !== null && lastDigest.day > dueOn) || (isBegun && lastDigest.isDone))
    return nothingSent;
  const message = await written(
    ports,
    { policy, policyFault: null, control, intervals },
    { from: computeEarlierDayStart(dueOn, 1, timezone), until: dueOn },
  );
  const taken = new Set(isBegun ? lastDigest.delivered : []);
  const routing = createRunRoutes(ports, policy);
  const wanting = message === null ? [] : (routing.audience(message) ?? []);
  let undelivered = 0;
  let delivered = 0;
  for (const route of wanting) {
    if (message === null || taken.has(route)) continue;
    const answer = await routing.send(route, message);
    if (answer === 'taken' || answer === 'unconfirmed') {
      taken.add(route);
      delivered += 1;
    } else undelivered += 1;
  }
  const digest = { day: dueOn, delivered: [...taken], isDone: undelivered === 0 };
  await changeControl(ledger, (control) => ({ ...control, digest }));
  return { delivered, undelivered };
}

/** The maximum delay of a first attempt. A report that was attempted is retried until the next one is due. */
const mostLate: Span = hours(12);

/** Returns the start of the last day on which a report was due, and the time at which it was. */
function lastDue(
  now: Instant,
  minute: number,
  zone: string,
): { readonly day: Instant; readonly since: Instant } {
  let day = findPeriod('day', now, zone).from;
  for (;;) {
    const since = computeTimeOfDay(day, minute, zone);
    if (since <= now) return { day, since };
    day = computeEarlierDayStart(day, 1, zone);
  }
}

/** Returns the instant of a time of day in a zone, in minutes; if the clocks skip it, the same span after midnight. */
function computeTimeOfDay(day: Instant, minute: number, zone: string): Instant {
  const [hour, minuteOfHour] = [Math.floor(minute / 60), minute % 60].map((part) =>
    String(part).padStart(2, '0'),
  );
  return (
    readLocalTime(`${localDate(day, zone)} ${hour}:${minuteOfHour}`, zone) ?? later(day, minutes(minute))
  );
}

/** Returns the message of a day; `null` if there is nothing to report. */
async function written(
  { clock, ledger }: DigestPorts,
  terms: Pick<ViewInput, 'policy' | 'policyFault' | 'control' | 'intervals'>,
  day: Interval,
): Promise<Message | null> {
  const { policy } = terms;
  const now = clock.now();
  const heads = listed(await ledger.heads());
  // A day without monitoring has nothing to report.
  if (!heads.some(({ beganAt }) => beganAt !== null && beganAt < day.until)) return null;
  const [overrides, spent, lines, savings] = await Promise.all([
    ledger.overrides(now),
    readDigestSpend(ledger, heads, policy, day, now),
    readLog(
      ledger,
      heads,
      policy.rules.some(({ kind }) => kind === 'idle') ? computeStopsInterval(now) : day,
    ),
    readSavings(ledger, { heads, interval: day, now }),
  ]);
  const digest = buildDigest({
    ...terms,
    named: subjectNamer(heads),
    heads,
    day,
    spent,
    lines,
    savings,
    overrides,
    now,
  });
  if (policy.digest?.when === 'news' && !isNews(digest)) return null;
  const id = MessageId.parse(`digest#${isoInstant(day.from)}`);
  const notice = {
    kind: 'digest' as const,
    id,
    severity: 'info' as const,
    subject: everything,
    rule: digestRule,
    because: 'a day is over',
    digest,
  };
  return { id, at: now, severity: 'info', notifications: [notice], delivered: [] };
}

/** The subject of the report, which concerns no single target. */
const everything = Subject.parse('group/everything');
const digestRule = RuleName.parse('daily digest');

async function readDigestSpend(
  ledger: Ledger,
  heads: readonly Head[],
  { timezone }: Policy,
  day: Interval,
  now: Instant,
) {
  const targets = heads.map(({ target }) => target).filter((target) => toTarget(target).kind === 'project');
  const readSpend = async (from: Interval['from'], until: Interval['until']): Promise<SpendByProject> => {
    const { rows, estimated, coverage } = await sumSpend(ledger, {
      targets,
      from,
      until,
      by: [{ kind: 'target' }],
      now,
    });
    const amounts = new Map(
      rows.flatMap(({ values: [target], charge }) =>
        target == null ? [] : [[TargetId.parse(target), chargeToMoney(charge)] as const],
      ),
    );
    return { amounts, estimated: chargeToMoney(estimated), coverage };
  };
  return {
    day: await readSpend(day.from, day.until),
    before: await readSpend(computeEarlierDayStart(day.from, 1, timezone), day.from),
  };
}

/** Returns the interval in which stops are counted. */
const computeStopsInterval = (now: Instant): Interval => ({
  from: earlier(now, recordReach),
  until: later(now, milliseconds(1)),
});
