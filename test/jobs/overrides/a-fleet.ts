import type { OverrideRequest } from '../../../lib/jobs/overrides/override-outcome.ts';
import {
  AlertKey,
  accountTarget,
  BillingAccountId,
  groupTarget,
  IntentId,
  MessageId,
  ProjectId,
  projectTarget,
  RuleName,
  Subject,
} from '../../../lib/model/ids.ts';
import { earlier, hours, type Instant, later, minutes } from '../../../lib/model/time/time.ts';
import type { Ledger } from '../../../lib/record/ledger.ts';
import { memoryLedger } from '../../../lib/record/memory-ledger.ts';
import type { Alert } from '../../../lib/state/alert.ts';
import type { Head } from '../../../lib/state/head.ts';
import type { Intent } from '../../../lib/state/intent.ts';
import {
  aHead,
  anAccountObservation,
  anObservation,
  aVm,
  aVolume,
  lab,
  noon,
} from '../../support/builders/observation-builders.ts';
import { aPolicy } from '../../support/builders/policy-builders.ts';

export const prod = projectTarget(null, ProjectId.parse('prod'));
export const main = accountTarget(null, BillingAccountId.parse('main'));
export const research = groupTarget(RuleName.parse('research'));
export const train = Subject.parse('project/lab/vm/train-7b');

export const anAlert = (overrides: Partial<Omit<Alert, 'rule'>> & { readonly rule?: string } = {}): Alert => {
  const { rule = 'forgotten machines', subject = train, ...others } = overrides;
  return {
    key: AlertKey.parse(`${subject}#${rule}#`),
    rule: RuleName.parse(rule),
    subject,
    kind: 'idle',
    phase: 'firing',
    severity: 'warning',
    since: earlier(noon, hours(1)),
    level: null,
    lastNotified: { at: noon, severity: 'warning', level: null, times: 1 },
    clearSince: null,
    fired: [earlier(noon, hours(1))],
    flapping: false,
    announcement: null,
    step: null,
    episode: '',
    createdAt: null,
    retryAfter: null,
    tries: 0,
    unsent: 0,
    because: 'quiet for four hours',
    ...others,
  };
};

/** A stop announced so long ago, an hour before it may begin. */
export const announced = (ago = minutes(10), rule = 'forgotten machines', subject = train): Alert =>
  anAlert({
    rule,
    subject,
    announcement: {
      message: MessageId.parse(`${subject}#${rule}#1`),
      after: hours(1),
      deliveredAt: earlier(noon, ago),
    },
  });

export const anIntent = (overrides: Partial<Intent> = {}): Intent => ({
  id: IntentId.parse('stop-1'),
  kind: 'stop',
  target: lab,
  subject: train,
  rule: RuleName.parse('forgotten machines'),
  alert: AlertKey.parse(`${train}#forgotten machines#`),
  by: null,
  decidedAt: earlier(noon, minutes(1)),
  expiresAt: later(noon, minutes(9)),
  createdAt: null,
  image: null,
  of: null,
  threshold: null,
  because: 'quiet for four hours',
  price: null,
  state: { kind: 'waiting' },
  ...overrides,
});

const polledAt = earlier(noon, minutes(2));

/** A project "lab" with VMs and a disk named as one of them, one "prod", an account "main", a group "research". */
export const fleet = (labOverrides: Partial<Head> = {}): readonly Head[] => [
  aHead({
    seq: 1,
    polledAt,
    observation: anObservation({
      resources: [
        aVm({ id: 'box', price: '0.50' }),
        aVm({ id: 'train-7b' }),
        aVm({ id: 'resting', state: 'OFF', activity: 'stopped' }),
        aVm({ id: 'kept-there', metadata: { spendwatch: 'keep' } }),
        aVolume({ kind: 'disk', id: 'train-7b' }),
        aVolume({ id: 'data' }),
      ],
    }),
    ...labOverrides,
  }),
  aHead({
    seq: 1,
    target: prod,
    polledAt,
    observation: anObservation({ resources: [aVm({ id: 'web' }), aVm({ id: 'train-8b' })] }),
  }),
  aHead({
    seq: 1,
    target: main,
    polledAt,
    observation: anAccountObservation(),
    alerts: [anAlert({ rule: 'credit', kind: 'runway', subject: Subject.parse(main) })],
  }),
  aHead({ seq: 1, target: research, polledAt }),
];

export async function ledgerWith(heads: readonly Head[] = fleet()): Promise<Ledger> {
  const ledger = memoryLedger();
  for (const head of heads) await ledger.commit(head);
  return ledger;
}

export const ada = (overrides: Partial<OverrideRequest> = {}): OverrideRequest => ({
  author: 'ada',
  reason: 'a demo',
  now: noon,
  policy: aPolicy({ protect: [{ kind: 'matching', match: { project: 'prod', id: 'web' } }] }),
  pollEvery: minutes(5),
  ...overrides,
});

export const tomorrow: Instant = later(noon, hours(24));

/** The overrides in the audit log of a target. */
export const wordsIn = async (ledger: Ledger, target: Head['target'] = lab) =>
  (await ledger.journal(target, earlier(noon, hours(1)), later(noon, hours(48)))).map(
    ({ event, subject, because, by }) => ({ event, subject, because, by }),
  );
