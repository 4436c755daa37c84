import { describe, expect, it } from 'vitest';
import { believe } from '../../../lib/jobs/overrides/believe.ts';
import { revoke } from '../../../lib/jobs/overrides/revoke.ts';
import { MessageId, RuleName, Subject, type VmId } from '../../../lib/model/ids.ts';
import { earlier, hours, type Instant, later, minutes } from '../../../lib/model/time/time.ts';
import { createAnswerLinkSource } from '../../../lib/notify/messages/answer-links.ts';
import { slackPayload } from '../../../lib/routes/slack/send.ts';
import type { NotificationByKind } from '../../../lib/state/notification.ts';
import { aMessage } from '../../notify/messages/a-message.ts';
import { anObservation, aVm, lab, noon } from '../../support/builders/observation-builders.ts';
import { anIdleRule, aPolicy } from '../../support/builders/policy-builders.ts';
import { aBrowser, address, route, secret } from '../answer-links/a-link.ts';
import { aPress, aSlack } from '../answer-links/a-slack.ts';
import { ada, fleet, ledgerWith, wordsIn } from './a-fleet.ts';

const policy = aPolicy({ rules: [anIdleRule()] });
const names = ['trial-1', 'trial-2', 'trial-3'];
const fellAt = earlier(noon, hours(2));

/** A project whose three VMs fell to exactly 0 together. */
const fallen = (from: Instant = fellAt) =>
  ledgerWith(
    fleet({
      observation: anObservation({
        resources: [...names, 'other'].map((id) => aVm({ id })),
        signals: ['cpu'],
      }),
      usageUntil: earlier(noon, minutes(5)),
      falls: Object.fromEntries(names.map((vm) => [vm as VmId, { cpu: { from } }])),
    }),
  );

const toldAt = earlier(noon, hours(1));
const told = (projects = [lab]): NotificationByKind<'blind'> => ({
  ...{ kind: 'blind', matter: 'facts', state: 'blind', severity: 'warning', times: 1 },
  ...{ id: MessageId.parse('blind/facts#1'), because: 'unknown', since: fellAt },
  subject: Subject.parse('group/everything'),
  rule: RuleName.parse('spendwatch'),
  fallen: projects,
});
const answers = createAnswerLinkSource({ address, secret, route, mayApprove: false, keepAtMost: null });
const message = { id: told().id, at: toldAt };
const [offered] = answers(told(), message);

describe('a confirmation that VMs which fell to 0 together are idle', () => {
  it('is recorded with author and reason, for falls up to now, and can be revoked', async () => {
    const ledger = await fallen();
    expect(await believe(ledger, { ...ada({ policy }), asked: 'lab' })).toMatchObject({
      kind: 'placed',
      says: '3 VMs fell to exactly 0 since 2026-11-21 10:00 (UTC): VM trial-1 in project lab, VM trial-2 in project lab, VM trial-3 in project lab. They are believed to be idle',
      remarks: [expect.stringContaining('announced anew')],
    });
    expect(await ledger.overrides(noon)).toMatchObject([
      { kind: 'belief', subject: `${lab}/*`, fellBy: noon, until: later(noon, hours(24)), author: 'ada' },
    ]);
    const [override] = await ledger.overrides(noon);
    expect(await revoke(ledger, { ...ada(), asked: override?.id ?? '' })).toMatchObject({
      says: expect.stringContaining('fall to 0 not believed again: resources matching project/lab/*'),
    });
    expect(await wordsIn(ledger)).toMatchObject([
      { event: 'override-placed', by: 'ada' },
      { event: 'override-revoked' },
    ]);
  });

  it.each<[string, string, string, Partial<Parameters<typeof ada>[0]>]>([
    ['lab/other', 'nothing', 'No figure of VM other in project lab fell to 0 together with others', {}],
    ['prod', 'nothing', 'No VM that matches project/prod/* fell to 0', {}],
    ['nowhere', 'unknown', 'Unknown subject "nowhere"', {}],
    ['account/main', 'unfit', 'is not a resource or project', {}],
    ['lab', 'unfit', 'No policy is known here', { policy: null }],
    ['lab', 'wrong', 'reason', { reason: '' }],
  ])('is refused of %s as %s: %s', async (asked, kind, because, request) => {
    const ledger = await fallen();
    const outcome = await believe(ledger, { ...ada({ policy, ...request }), asked });
    expect(outcome).toMatchObject({ kind, because: expect.stringContaining(because) });
    expect(await ledger.overrides(noon)).toEqual([]);
  });

  it('is given by the link of the message, once, for falls before the message', async () => {
    const ledger = await fallen();
    const browser = aBrowser({ ledger, policy });
    const { body } = await browser.open(offered?.url ?? '');
    expect(body).toContain('Are they idle indeed?');
    expect(await ledger.overrides(noon)).toEqual([]);
    expect(await browser.confirm(offered?.url ?? '', { name: 'eve' })).toMatchObject({ status: 200 });
    expect(await ledger.overrides(noon)).toMatchObject([
      { kind: 'belief', fellBy: toldAt, reason: 'they ended', author: expect.stringMatching(/^eve, link /) },
    ]);
    expect(await browser.confirm(offered?.url ?? '')).toMatchObject({ status: 410 });
  });

  it('is not given by the link of a message about an earlier fall', async () => {
    const ledger = await fallen(earlier(noon, minutes(30)));
    expect(await aBrowser({ ledger, policy }).confirm(offered?.url ?? '')).toMatchObject({
      status: 409,
      body: expect.stringContaining('there is nothing to confirm'),
    });
    expect(await ledger.overrides(noon)).toEqual([]);
  });

  it('is given by a button in Slack, which names the project', async () => {
    const ledger = await fallen();
    const payload = slackPayload(
      { ...aMessage(told()), ...message },
      { zone: 'UTC', answers, buttons: 'asking' },
    );
    expect(JSON.stringify(payload)).toContain('Idle indeed: lab');
    const { send, told: said } = await aSlack(ledger, { token: null, policy });
    await send(aPress({ token: offered?.token ?? '' }));
    expect(said()).toMatchObject([{ text: expect.stringContaining('are believed to be idle') }]);
    expect(await ledger.overrides(noon)).toMatchObject([{ kind: 'belief', subject: `${lab}/*` }]);
  });

  it('is offered for three projects at most, and none whose name is a glob', () => {
    const projects = ['a', 'b*', 'c', 'd', 'e'].map((name) => `project/${name}` as typeof lab);
    expect(answers(told(projects), message).map(({ label }) => label)).toEqual([
      'Idle indeed: a',
      'Idle indeed: c',
      'Idle indeed: d',
    ]);
  });
});
