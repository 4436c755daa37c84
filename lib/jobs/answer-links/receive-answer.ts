import { assertNever } from '../../model/assert-never.ts';
import type { ReceivedRequest } from '../../model/received-request.ts';
import { formatZonedMinute } from '../../model/time/local-times.ts';
import { hours, later } from '../../model/time/time.ts';
import { formToken, isFreshLinkForm, readAnswerToken } from '../../notify/messages/answer-token.ts';
import { donePage, formPage, messagePage, pageHeaders } from './answer-page.ts';
import {
  type AnswerPorts,
  type AnswerReply,
  insteadOfThis,
  nothingMore,
  nothingRecorded,
  notNow,
} from './answer-request.ts';
import {
  type AnswerForm,
  giveAnswer,
  type KnownLink,
  type LinkOutcome,
  previewAnswer,
} from './give-answer.ts';
import { receiveSlack, refusedSlackHead } from './receive-slack.ts';

/** The maximum size of a form, in bytes. */
const mostBytes = 8_192;
/** The time after which the form of a page can no longer be sent. */
const formLife = hours(1);

/** The sender of a request according to its method, path and headers, or the reply that refuses it. */
export type AnswerAdmission =
  | { readonly kind: 'refused'; readonly reply: AnswerReply }
  | {
      readonly kind: 'slack';
      readonly app: NonNullable<AnswerPorts['slack']>;
      readonly sender: string;
    }
  | {
      readonly kind: 'link';
      readonly link: KnownLink;
      readonly sender: string;
    };

/** Decides whether the body of a request is read: only for a valid link, or if the headers are like those of Slack. */
export function admitAnswer(
  { secret, slack, now }: Pick<AnswerPorts, 'secret' | 'slack' | 'now'>,
  { method, path, headers }: Omit<ReceivedRequest, 'body'>,
): AnswerAdmission {
  const refuse = (...reply: Parameters<typeof refused>): AnswerAdmission => ({
    kind: 'refused',
    reply: refused(...reply),
  });
  if (slack && /\/answer\/slack$/.test(path)) {
    const reply = refusedSlackHead({ method, headers }, now);
    if (reply !== null) return { kind: 'refused', reply };
    return { kind: 'slack', app: slack, sender: 'slack' };
  }
  const [, token] = /\/answer\/([\w.-]+)$/.exec(path) ?? [];
  if (token === undefined)
    return refuse(404, 'Not found', 'There is no page at this address. Check that the link is complete');
  if (method !== 'GET' && method !== 'HEAD' && method !== 'POST')
    return refuse(405, 'Not allowed', 'Open the link in a browser', {
      headers: { allow: 'GET, HEAD, POST' },
    });
  const check = readAnswerToken(secret, token, now);
  if (check.kind === 'forged')
    return refuse(
      403,
      'This link is not valid',
      'It is incomplete, comes from another spendwatch deployment, or was signed with an earlier secret. Open it from its message again, or use the command line',
    );
  if (check.kind === 'expired') return refuse(410, 'This link has expired', insteadOfThis);
  return { kind: 'link', link: check, sender: check.id };
}

/**
 * Answers a request for the page of a link. GET and HEAD show what would happen and record nothing, because mail scanners
 * and chats fetch every link; POST with the form of that page gives the answer. Without a valid link, the ledger is not read.
 */
export async function receiveAnswer(ports: AnswerPorts, request: ReceivedRequest): Promise<AnswerReply> {
  const admission = admitAnswer(ports, request);
  switch (admission.kind) {
    case 'refused':
      return admission.reply;
    case 'slack':
      return receiveSlack(ports, admission.app, request);
    case 'link':
      return receiveLink(ports, admission.link, request);
    default:
      return assertNever(admission);
  }
}

async function receiveLink(
  ports: AnswerPorts,
  check: KnownLink,
  request: ReceivedRequest,
): Promise<AnswerReply> {
  const { method } = request;
  const written = method === 'POST' ? readAnswerForm(ports, check, request) : null;
  if (written !== null && 'status' in written) return written;
  const { secret, now, pollEvery } = ports;
  try {
    const reply = await ports.open(async (opened) => {
      const link = { ...opened, now, pollEvery };
      const isDone = written !== null;
      const outcome = await (isDone ? giveAnswer(link, check, written) : previewAnswer(link, check));
      return buildAnswerReply({ secret, now, zone: opened.policy.timezone, isDone }, check, outcome);
    });
    return method === 'HEAD' ? { ...reply, body: '' } : reply;
  } catch (error) {
    ports.onFailure(error);
    return { status: 503, headers: pageHeaders, body: messagePage('Not available', notNow('Open the link')) };
  }
}

/** The ports of pages, with a secret that is read for each request because it may change. */
export type AnswerPagePorts = Omit<AnswerPorts, 'secret'> & { readonly secret: () => Promise<string> };

/** Decides as `admitAnswer` does; refuses every request while the secret cannot be read. */
export async function admitAnswerPage(
  { secret, ...ports }: AnswerPagePorts,
  head: Omit<ReceivedRequest, 'body'>,
): Promise<AnswerAdmission> {
  try {
    return admitAnswer({ ...ports, secret: await secret() }, head);
  } catch (error) {
    ports.onFailure(error);
    return { kind: 'refused', reply: unavailable() };
  }
}

/** Answers a request for the page of a link, with status 503 while the secret cannot be read. */
export async function serveAnswer(
  { secret, ...ports }: AnswerPagePorts,
  request: ReceivedRequest,
): Promise<AnswerReply> {
  try {
    return await receiveAnswer({ ...ports, secret: await secret() }, request);
  } catch (error) {
    ports.onFailure(error);
    return unavailable();
  }
}

const unavailable = (): AnswerReply =>
  refused(
    503,
    'Links are unavailable at the moment',
    'The secret for links cannot be read. The log of spendwatch says why',
  );

/** Returns the fields of a form, or the reply that refuses one that is not from the page of the link. */
function readAnswerForm(
  { secret, now }: AnswerPorts,
  link: KnownLink,
  { headers, body }: ReceivedRequest,
): AnswerForm | AnswerReply {
  const [type = ''] = (headers['content-type'] ?? '').toLowerCase().split(';');
  if (type.trim() !== 'application/x-www-form-urlencoded')
    return refused(415, 'Not a form', 'Open the link in a browser, and confirm there');
  if (body.byteLength > mostBytes)
    return refused(413, 'Too large', 'The form is too large. Shorten the text');
  const form = new URLSearchParams(new TextDecoder().decode(body));
  const site = headers['sec-fetch-site'];
  const isOurs = isFreshLinkForm(link.id, secret, form.get('form') ?? '', now);
  if (!isOurs || (site !== undefined && site !== 'same-origin'))
    return refused(
      403,
      'Open the link again',
      'The form is more than an hour old, or comes from another page',
    );
  const [owner, purpose] = [form.get('owner')?.trim(), form.get('purpose')?.trim()];
  return {
    name: form.get('name') ?? '',
    reason: form.get('reason') ?? '',
    ...(owner && { owner }),
    ...(purpose && { purpose }),
  };
}

type Showing = Pick<AnswerPorts, 'secret' | 'now'> & { readonly zone: string; readonly isDone: boolean };

function buildAnswerReply(
  { secret, now, zone, isDone }: Showing,
  { link, id }: KnownLink,
  outcome: LinkOutcome,
): AnswerReply {
  switch (outcome.kind) {
    case 'placed': {
      const form = formToken(secret, id, later(now, formLife));
      const { answer, expires } = link;
      const body = isDone ? donePage(outcome, zone) : formPage(outcome, { answer, form, expires, zone });
      return { status: 200, headers: pageHeaders, body };
    }
    case 'used': {
      const { author, at } = outcome.use;
      return refused(
        410,
        'This link was already used',
        `It was used at ${formatZonedMinute(at, zone)} by ${author}`,
        {
          recorded: nothingMore,
        },
      );
    }
    case 'wrong':
      return refused(400, 'Not recorded', outcome.because);
    case 'revoked':
    case 'unknown':
    case 'ambiguous':
    case 'nothing':
    case 'already':
    case 'held':
    case 'unfit':
      return refused(409, 'Not recorded', 'because' in outcome ? outcome.because : '');
    default:
      return assertNever(outcome);
  }
}

/** Returns a reply with a page that tells why the link has no effect. */
const refused = (
  status: Exclude<AnswerReply['status'], 200>,
  title: string,
  because: string,
  {
    recorded = nothingRecorded,
    headers = {},
  }: { readonly recorded?: string; readonly headers?: Readonly<Record<string, string>> } = {},
): AnswerReply => ({
  status,
  headers: { ...pageHeaders, ...headers },
  body: messagePage(title, because, recorded),
});
