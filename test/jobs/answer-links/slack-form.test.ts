import { describe, expect, it } from 'vitest';
import { days, hours, later, milliseconds, seconds } from '../../../lib/model/time/time.ts';
import { LedgerError } from '../../../lib/record/ledger.ts';
import { noon } from '../../support/builders/observation-builders.ts';
import { aPolicy } from '../../support/builders/policy-builders.ts';
import { answer, type Behaviour } from '../../support/rude-service.ts';
import { wordsIn } from '../overrides/a-fleet.ts';
import { announcedLedger, linksOf, tokenOf, writtenIn } from './a-link.ts';
import { aConfirmation, aPress, aSlack, botToken, chosen, opener, reasonGiven } from './a-slack.ts';

const { keep = '', deny = '' } = linksOf();
const formPress = (url = keep) => aPress({ token: tokenOf(url), id: 'form-keep-0' });
type View = {
  readonly title: { readonly text: string };
  readonly private_metadata: string;
  readonly blocks: readonly {
    readonly type: string;
    readonly block_id?: string;
    readonly optional?: boolean;
    readonly text?: { readonly text: string };
    readonly element?: {
      readonly options?: readonly { readonly text: { readonly text: string }; readonly value: string }[];
      readonly initial_option?: { readonly value: string };
    };
  }[];
};

describe('a button in Slack that opens a form', () => {
  it('records nothing until the form is confirmed, and then the answer with its reason, with a reply in the thread', async () => {
    const ledger = await announcedLedger();
    const before = await writtenIn(ledger);
    const { send, opened, told, received, failures } = await aSlack(ledger);
    expect(await send(formPress())).toMatchObject({ status: 200, body: '' });
    expect(await writtenIn(ledger)).toEqual(before);
    expect(told()).toEqual([]);
    const [{ trigger_id, view }] = opened();
    expect(trigger_id).toBe(formPress().trigger_id);
    expect(received[0]?.headers).toMatchObject({ authorization: `Bearer ${botToken}` });

    const confirmation = aConfirmation(view, {
      ...chosen(hours(4)),
      ...reasonGiven('the demo is on Monday'),
    });
    expect(await send(confirmation)).toMatchObject({ status: 200, body: '' });
    expect(await ledger.overrides(noon)).toMatchObject([
      { kind: 'keep', until: later(noon, hours(4)), reason: 'the demo is on Monday' },
    ]);
    expect(await wordsIn(ledger)).toMatchObject([
      { by: expect.stringMatching(/^eve, link [\w-]{8} over slack\/research$/) },
    ]);
    const text = expect.stringMatching(
      /^eve, link [\w-]{8} over slack\/research: VM train-7b in project lab is kept until 2026-11-21 16:00/,
    );
    expect(told()).toEqual([
      { response_type: 'in_channel', replace_original: false, thread_ts: '1548261231.000200', text },
    ]);

    const again = await send(confirmation);
    expect(JSON.parse(again.body)).toEqual({
      response_action: 'errors',
      errors: {
        reason: expect.stringMatching(
          /^This button was already used by eve, .*\. Nothing more was recorded\. To change the answer, use the command line\.$/,
        ),
      },
    });
    expect(again).toMatchObject({ status: 200, headers: { 'content-type': 'application/json' } });
    expect(told()).toHaveLength(1);
    expect(await wordsIn(ledger)).toHaveLength(1);
    expect(failures).toEqual([]);
  });

  it('opens no form once it was used, but reports that in the thread', async () => {
    const ledger = await announcedLedger();
    const { send, opened, told } = await aSlack(ledger);
    await send(aConfirmation(opener(), reasonGiven(null)));
    await send(formPress());
    expect(opened()).toEqual([]);
    expect(told()[1]).toMatchObject({ text: expect.stringMatching(/^This button was already used by eve/) });
    expect(await ledger.overrides(noon)).toMatchObject([
      { reason: 'still needed', until: later(noon, days(7)) },
    ]);
  });

  it.each([
    [null, ['4 h', '1 d', '3 d', 'a week']],
    [days(30), ['4 h', '1 d', '3 d', 'a week']],
    [days(2), ['4 h', '1 d', '2 d']],
    [hours(2), ['2 h']],
  ])('offers keeps no longer than a week and than the policy allows (%s)', async (keepAtMost, times) => {
    const ledger = await announcedLedger();
    const { send, opened, told } = await aSlack(ledger, { policy: aPolicy({ keepAtMost }) });
    await send(formPress());
    const { title, private_metadata, blocks }: View = opened()[0].view;
    expect(blocks.map(({ type, block_id }) => block_id ?? type)).toEqual(['section', 'lasts', 'reason']);
    expect(blocks[1]?.element?.options?.map(({ text }) => text.text)).toEqual(times);
    // Another choice changes what is recorded.
    const ifUnchanged = times.length > 1 ? 'If you confirm without changes: ' : 'If you confirm: ';
    const says = `${ifUnchanged}VM train-7b in project lab is kept until 2026-`;
    expect(blocks[0]?.text?.text.startsWith(says)).toBe(true);
    expect(blocks.map(({ optional }) => optional)).toEqual([undefined, undefined, true]);
    // https://docs.slack.dev/reference/views/modal-views
    expect(title.text.length).toBeLessThanOrEqual(24);
    expect(private_metadata.length).toBeLessThanOrEqual(3_000);
    for (const { text } of blocks) expect(text?.text.length ?? 0).toBeLessThanOrEqual(3_000);
    const unchanged = chosen(blocks[1]?.element?.initial_option?.value ?? '');
    await send(aConfirmation({ private_metadata }, { ...unchanged, ...reasonGiven(null) }));
    const [, announced = ''] = / is kept (until \S+ \S+) /.exec(blocks[0]?.text?.text ?? '') ?? [];
    expect(told()).toMatchObject([{ text: expect.stringContaining(announced) }]);
    const atMost = Math.min(keepAtMost ?? days(7), days(7));
    expect(await ledger.overrides(noon)).toMatchObject([{ until: later(noon, milliseconds(atMost)) }]);
  });

  it('asks for no time where there is none to choose', async () => {
    const ledger = await announcedLedger();
    const { send, opened } = await aSlack(ledger);
    await send(formPress(deny));
    const { title, blocks, ...view }: View = opened()[0].view;
    expect(title.text).toBe('Deny');
    expect(blocks.map(({ type, block_id }) => block_id ?? type)).toEqual(['section', 'reason']);
    await send(aConfirmation(view, reasonGiven('needed until Monday')));
    expect(await ledger.overrides(noon)).toMatchObject([
      { kind: 'answer', verdict: 'denied', reason: 'needed until Monday' },
    ]);
  });

  it.each([
    ['a year', days(365), days(7)],
    ['a week and a second', days(7) + seconds(1), days(7)],
    ['an hour', hours(1), hours(1)],
  ])('keeps for a week at most, whatever the form contains (%s)', async (_, asked, kept) => {
    const ledger = await announcedLedger();
    const { send } = await aSlack(ledger);
    await send(aConfirmation(opener(), { ...chosen(Math.min(asked, 999_999_999)), ...reasonGiven('') }));
    expect(await ledger.overrides(noon)).toMatchObject([{ until: later(noon, kept) }]);
  });

  it.each([
    ['is too long', 'x'.repeat(201), 'at most 200 characters'],
    ['has a line break', 'a\nb', 'must be one line'],
    ['is disguised', 'a\u202eb', 'must be one line'],
  ])('reports in the form that its reason %s, and accepts another', async (_, reason, because) => {
    const ledger = await announcedLedger();
    const { send, told } = await aSlack(ledger);
    const { body } = await send(aConfirmation(opener(), reasonGiven(reason)));
    expect(JSON.parse(body)).toEqual({
      response_action: 'errors',
      errors: { reason: expect.stringContaining(because) },
    });
    expect(await ledger.overrides(noon)).toEqual([]);
    expect(told()).toEqual([]);
    expect(await send(aConfirmation(opener(), reasonGiven('fine')))).toMatchObject({ status: 200, body: '' });
    expect(await ledger.overrides(noon)).toMatchObject([{ reason: 'fine' }]);
  });

  const replying =
    (status: number, body: unknown): Behaviour =>
    (response, { path }) =>
      path === '/api/views.open' ? answer(response, status, body) : response.end('ok');
  const brokenOff: Behaviour = (response) => response.end('{"ok":true,');
  it.each<[string, Behaviour, string]>([
    [
      'answers too late',
      replying(200, { ok: false, error: 'expired_trigger_id' }),
      'it refused (expired_trigger_id)',
    ],
    ['rejects the token', replying(200, { ok: false, error: 'invalid_auth' }), 'it refused (invalid_auth)'],
    ['gives no reason', replying(200, 'no'), 'it refused (without a reason)'],
    ['breaks off its reply', brokenOff, 'it refused (without a reason)'],
    ['repeats the token', replying(200, { ok: false, error: botToken }), 'it refused (without a reason)'],
    ['is down', replying(503, {}), 'it answered 503'],
  ])(
    'records nothing where Slack %s, asks once, and reports it in the thread and the log',
    async (_, behave, because) => {
      const ledger = await announcedLedger();
      const before = await writtenIn(ledger);
      const { send, opened, told, failures } = await aSlack(ledger, { behave });
      expect(await send(formPress())).toMatchObject({ status: 200 });
      expect(await writtenIn(ledger)).toEqual(before);
      expect(opened()).toHaveLength(1);
      expect(told()).toMatchObject([
        {
          text: 'The form could not be opened. Press the button again. Nothing was recorded.',
          thread_ts: '1548261231.000200',
        },
      ]);
      expect(failures).toEqual([new Error(`the form was not opened: Slack: ${because}`)]);
    },
  );

  it('records nothing without a form where the bot token is gone', async () => {
    const ledger = await announcedLedger();
    const { send, received, told, failures } = await aSlack(ledger, { token: null });
    await send(formPress());
    expect(await ledger.overrides(noon)).toEqual([]);
    expect(told()).toMatchObject([{ text: expect.stringContaining('could not be opened') }]);
    expect(received).toHaveLength(1);
    expect(failures).toEqual([new Error('the form was not opened: there is no bot token')]);
  });

  it('repeats an interrupted use with the time and reason that were written first', async () => {
    const ledger = await announcedLedger();
    const putOverride = () => Promise.reject(new LedgerError('the run died'));
    const dying = await aSlack({ ...ledger, putOverride });
    const { body } = await dying.send(
      aConfirmation(opener(), { ...chosen(days(1)), ...reasonGiven('first') }),
    );
    expect(JSON.parse(body).errors.reason).toContain('the answer is recorded at most once');
    const now = later(noon, hours(1));
    const { send, told } = await aSlack(ledger, { now });
    const another = { user: { id: 'U2', username: 'mallory' } };
    await send({
      ...aConfirmation(opener(), { ...chosen(days(3)), ...reasonGiven('second') }),
      ...another,
    });
    expect(await ledger.overrides(now)).toMatchObject([{ until: later(now, days(1)), reason: 'first' }]);
    // The reply in the thread names the recorded author.
    expect(told()).toMatchObject([
      { text: expect.stringMatching(/^eve, link .* kept until 2026-11-22 13:00/) },
    ]);
  });
});
