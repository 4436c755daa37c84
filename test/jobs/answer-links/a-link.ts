import type { AnswerPorts } from '../../../lib/jobs/answer-links/answer-request.ts';
import { receiveAnswer } from '../../../lib/jobs/answer-links/receive-answer.ts';
import { MessageId, RuleName } from '../../../lib/model/ids.ts';
import { digestPart } from '../../../lib/model/sealed-token.ts';
import { earlier, hours, type Instant, isoInstant, later, minutes } from '../../../lib/model/time/time.ts';
import { createAnswerLinkSource } from '../../../lib/notify/messages/answer-links.ts';
import { formToken, type LinkAnswer } from '../../../lib/notify/messages/answer-token.ts';
import type { Ledger } from '../../../lib/record/ledger.ts';
import type { NotificationByKind } from '../../../lib/state/notification.ts';
import type { Policy } from '../../../lib/state/policy.ts';
import { anAction, anIdleNotification } from '../../notify/messages/a-message.ts';
import { lab, noon } from '../../support/builders/observation-builders.ts';
import { anIdleRule, aPolicy } from '../../support/builders/policy-builders.ts';
import { aStop } from '../../support/builders/step-builders.ts';
import { announced, fleet, ledgerWith, train } from '../overrides/a-fleet.ts';

export const secret = 'a-secret-of-more-than-32-characters';
export const route = 'slack/research';
export const address = 'https://answers.example.com';

/** A policy whose stops wait for approval, which links may give. */
export const asking: Policy = aPolicy({
  approveByLink: true,
  rules: [anIdleRule({ then: [aStop(hours(1), { approve: hours(4) })] })],
});

/** The message that announced the stop of `train`, as `announced` has it in the fleet. */
export const announcement = {
  id: announced().announcement?.message ?? MessageId.parse('none'),
  at: earlier(noon, minutes(10)),
};

/** The notification in that message. */
export const ofTrain = (overrides: Omit<Partial<NotificationByKind<'alert'>>, 'figures'> = {}) =>
  anIdleNotification({
    subject: train,
    rule: RuleName.parse('forgotten machines'),
    incident: `${train}#forgotten machines##${isoInstant(earlier(noon, hours(1)))}`,
    next: anAction({ approve: hours(4) }),
    ...overrides,
  });

/** Returns the links of that message, by answer. */
export function linksOf(
  notice = ofTrain(),
  terms: Partial<Parameters<typeof createAnswerLinkSource>[0]> = {},
  message = announcement,
): Partial<Record<LinkAnswer, string>> {
  const offered = createAnswerLinkSource({
    address,
    secret,
    route,
    mayApprove: true,
    keepAtMost: null,
    ...terms,
  });
  return Object.fromEntries(offered(notice, message).map(({ answer, url }) => [answer, url]));
}

/** Returns the token that a link ends in. */
export const tokenOf = (url = ''): string => url.split('/').at(-1) ?? '';

/** A ledger in which that stop is announced. */
export const announcedLedger = () => ledgerWith(fleet({ alerts: [announced()] }));

type Asked = {
  readonly ledger: Ledger;
  readonly now?: Instant;
  readonly policy?: Policy;
  readonly secret?: string;
};

/** The ports that receive answers over a ledger, and the failures. */
export function portsOver({ ledger, now = noon, policy = asking, secret: key = secret }: Asked) {
  const failures: unknown[] = [];
  const ports: AnswerPorts = {
    secret: key,
    now,
    pollEvery: minutes(5),
    open: (work) => work({ ledger, policy }),
    onFailure: (error) => failures.push(error),
  };
  return { ports, failures };
}

/** A browser that opens and confirms links. */
export function aBrowser(asked: Asked) {
  const { now = noon, secret: key = secret } = asked;
  const { ports, failures } = portsOver(asked);
  const ask = async (
    method: string,
    url: string,
    body: string | Uint8Array = '',
    headers: Readonly<Record<string, string>> = {},
  ) => {
    const reply = await receiveAnswer(ports, {
      method,
      path: new URL(url).pathname,
      headers,
      body: typeof body === 'string' ? new TextEncoder().encode(body) : body,
    });
    const [, form = ''] = /name="form" value="([^"]*)"/.exec(reply.body) ?? [];
    return { ...reply, form };
  };
  const send = (
    url: string,
    fields: Record<string, string>,
    headers: Readonly<Record<string, string>> = {},
  ) =>
    ask('POST', url, new URLSearchParams(fields).toString(), {
      'content-type': 'application/x-www-form-urlencoded',
      ...headers,
    });
  return {
    ask,
    failures,
    open: (url: string) => ask('GET', url),
    send,
    /** Confirms a link with the form of a page that was shown a moment ago. */
    confirm: (url: string, fields: Record<string, string> = {}) =>
      send(url, { form: formOf(url, later(now, minutes(59)), key), ...fields }),
  };
}

/** The form of the page of a link. */
export const formOf = (url: string, expires: Instant = later(noon, minutes(60)), key = secret): string =>
  formToken(key, digestPart(tokenOf(url)), expires);

/** Everything that a link could have written. */
export const writtenIn = async (ledger: Ledger) => ({
  overrides: await ledger.overrides(earlier(noon, hours(1_000))),
  journal: await ledger.journal(lab, earlier(noon, hours(1_000)), later(noon, hours(1_000))),
  heads: (await ledger.heads()).map(({ seq }) => seq),
});
