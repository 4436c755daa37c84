import { namesOf, resourceAt } from '../../decide/subjects.ts';
import type { ActionKind } from '../../model/action-kind.ts';
import type { OverrideOf } from '../../model/override.ts';
import { days, later, spanInWords } from '../../model/time/time.ts';
import { actionText } from '../../notify/messages/action-text.ts';
import { findSubject } from '../queries/find-subject.ts';
import type { OverrideLedger, Teller, Told } from './override-outcome.ts';
import { bywords, named, policyRemark, replacedInWords, timeIn, waitingInWords } from './override-text.ts';
import { actionOf, announcedIn, answerSoFar, earliestOf, holdOn, type Waiting } from './pending-actions.ts';
import { type Context, earlierOverrides, idOf, nextPoll, tell, wordOf } from './place-override.ts';

/** Longer than any announcement lasts. */
const answerLife = days(90);

export type Answering = Teller & {
  readonly verdict: 'approved' | 'denied';
  /** The resource whose announced act is meant. */
  readonly asked: string;
  /** Which rule's, where several announced one. */
  readonly rule: string | null;
  /** Which act, where one rule announced several. */
  readonly action?: ActionKind | null;
};

/** Says yes or no to one announced act. @throws LedgerError */
export const answer = (
  ledger: OverrideLedger,
  { verdict, asked, rule, action = null, ...teller }: Answering,
): Promise<Told> => {
  const terms = { until: later(teller.now, answerLife), isReasonNeeded: verdict === 'denied' };
  return tell(ledger, teller, terms, (context) => {
    const all = announcedIn(context.heads, () => true);
    const whole = all.filter(({ alert }) => alert.subject === asked);
    const named =
      whole.length > 0 ? whole : all.filter(({ alert }) => namesOf(alert.subject).includes(asked));
    const [meant, ...others] = named.filter(
      ({ alert }) =>
        (rule === null || alert.rule === rule) && (action === null || actionOf(alert) === action),
    );
    if (meant === undefined) return nothingAnnounced(context, asked, rule, all);
    if (others.length === 0) return answerPlaced(context, meant, verdict);
    const choices = [meant, ...others].map(
      ({ alert }) => `${alert.subject} --rule ${JSON.stringify(alert.rule)} --act ${actionOf(alert)}`,
    );
    return { kind: 'ambiguous', because: `Several acts are announced for "${asked}"`, choices };
  });
};

function nothingAnnounced(
  { heads }: Context,
  asked: string,
  rule: string | null,
  all: readonly Waiting[],
): Told {
  const found = findSubject(heads, asked);
  if (found.kind === 'unknown')
    return { kind: 'unknown', asked, because: `spendwatch knows of no "${asked}"`, names: found.names };
  const under = rule === null ? '' : ` under the rule "${rule}"`;
  const choices = all.map((waiting) => `${waiting.alert.subject}: ${waitingInWords(waiting)}`);
  return { kind: 'nothing', because: `No act is announced for "${asked}"${under}`, choices };
}

function answerPlaced(context: Context, waiting: Waiting, verdict: 'approved' | 'denied'): Told {
  const { heads, zone, now } = context;
  const { head, alert } = waiting;
  const { subject, announcement } = alert;
  const override: OverrideOf<'answer'> = {
    kind: 'answer',
    id: idOf('answer', subject, announcement.message),
    ...wordOf(context, later(now, answerLife)),
    verdict,
    subject,
    announcement: announcement.message,
  };
  const replaced = earlierOverrides(context).filter(({ id }) => id === override.id);
  const before = replaced.find((told) => told.kind === 'answer' && told.verdict === verdict);
  const what = `the ${waitingInWords(waiting)}`;
  if (before !== undefined)
    return { kind: 'already', because: `${upper(what)} is ${verdict} already, by ${bywords(before, zone)}` };
  const intents = heads.flatMap(({ intents: known }) => known.filter((intent) => intent.alert === alert.key));
  const isBegun = intents.some(({ state }) => state.kind !== 'waiting');
  if (isBegun)
    return {
      kind: 'already',
      because: `${upper(what)} has been asked of the cloud already, and no answer changes that`,
    };
  return {
    kind: 'told',
    override,
    replaced,
    says: `${what} is ${verdict}`,
    targets: [head.target],
    effective: nextPoll(context, [head]),
    remarks: [
      ...replaced.map((told) => replacedInWords(told, zone)),
      ...(verdict === 'approved' ? approvalRemarks(context, waiting) : denialRemarks(waiting)),
    ],
  };
}

const upper = (text: string): string => `${text.slice(0, 1).toUpperCase()}${text.slice(1)}`;

function approvalRemarks(context: Context, waiting: Waiting): string[] {
  const { now, zone } = context;
  const { head, alert } = waiting;
  const { toBe } = actionText[actionOf(alert)];
  const earliest = earliestOf(alert, now);
  const resource = resourceAt(head, alert.subject);
  const hold = resource === undefined ? null : holdOn(context, head, resource);
  const soFar = answerSoFar(context, waiting);
  if (soFar.kind === 'lapsed') return [`It comes too late and changes nothing: ${soFar.because}.`];
  return [
    earliest === null
      ? `Its announcement is not delivered yet; it is ${toBe} no sooner than ${spanInWords(alert.announcement.after)} after that.`
      : earliest > now
        ? `It is ${toBe} no earlier than ${timeIn(earliest, zone)}, if its rule still asks for it then.`
        : `It is ${toBe} after the next look, if its rule still asks for it then.`,
    ...(hold === null ? [] : [`Yet as things stand it is not done: ${hold}.`]),
    ...soFarRemarks(context, waiting),
    ...policyRemark(context, 'what is protected'),
  ];
}

function soFarRemarks(context: Context, waiting: Waiting): string[] {
  const soFar = answerSoFar(context, waiting);
  const isRuleKnown = context.policy?.rules.some(({ name }) => name === waiting.alert.rule) === true;
  return isRuleKnown && soFar.kind === 'go' && soFar.by === null
    ? ['Its rule waits for nobody: it comes without an approval too.']
    : [];
}

const denialRemarks = ({ alert }: Waiting): string[] => [
  `It is not ${actionText[actionOf(alert)].toBe} on this announcement. If its rule comes to ask for it anew, that is announced anew; to keep ${named(alert.subject)} from all of that, use keep.`,
];
