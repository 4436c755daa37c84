import { createHash } from 'node:crypto';
import { createTransport } from 'nodemailer';
import { type Span, seconds } from '../../model/time/time.ts';
import { beginsEveryIncident, listIncidents } from '../../notify/messages/incident.ts';
import { buildMessageDocument, type Reader, renderMessage } from '../../notify/messages/message.ts';
import type { Delivery, Notifier } from '../../notify/notifier.ts';
import type { Message } from '../../state/notification.ts';
import type { RouteOpener } from '../route.ts';
import { mailHtml } from './mail-html.ts';

type MailOptions = Reader & {
  readonly route: string;
  /** The URL of the server, such as smtps://user:password@mail.example.com. */
  readonly server: () => Promise<string>;
  readonly from: string;
  readonly to: readonly string[];
  readonly answerWithin?: Span;
};

/** Sends e-mail through a mail server, with one connection for each message, since messages are few. */
export const mailNotifier = ({ route, server, ...options }: MailOptions): Notifier => ({
  route,
  async send(message) {
    const url = await server().catch(() => null);
    if (url === null) return { kind: 'unavailable', because: 'e-mail: its server address could not be read' };
    const { from, to, answerWithin = seconds(10), ...reader } = options;
    const transport = createTransport({
      ...readServerUrl(url),
      connectionTimeout: seconds(5),
      greetingTimeout: answerWithin,
      socketTimeout: answerWithin,
      disableFileAccess: true,
      disableUrlAccess: true,
    });
    const { inReplyTo, references, ...mail } = buildMail(
      message,
      reader,
      from.slice(from.lastIndexOf('@') + 1),
    );
    try {
      const { accepted, rejected } = await transport.sendMail({
        ...mail,
        ...(inReplyTo !== null && { inReplyTo }),
        references: [...references],
        from,
        to: [...to],
        headers: { 'auto-submitted': 'auto-generated' },
      });
      if ((accepted ?? []).length === 0)
        return { kind: 'unacknowledged', because: 'e-mail: the server accepted no address' };
      const { length: count } = rejected ?? [];
      return count === 0
        ? { kind: 'delivered' }
        : { kind: 'delivered', note: `e-mail: ${count} of ${to.length} addresses were refused` };
    } catch (error) {
      return toDelivery(error);
    } finally {
      transport.close();
    }
  },
});

export const openEmail: RouteOpener<'email'> =
  ({ read }) =>
  ({ server, from, recipients: to }, terms) =>
    mailNotifier({ ...terms, server: read(server), from, to });

/** Returns the options of a mail server. Credentials are sent only over an encrypted connection, or to this machine. */
function readServerUrl(url: string) {
  const { protocol, hostname, port, username, password } = new URL(url);
  const isHere = hostname === 'localhost' || hostname === '[::1]' || /^127(\.\d+){3}$/.test(hostname);
  const secure = protocol === 'smtps:';
  return {
    host: hostname.replace(/^\[|\]$/g, ''),
    port: port === '' ? (secure ? 465 : 587) : Number(port),
    secure,
    requireTLS: !secure && !isHere,
    ignoreTLS: !secure && isHere,
    ...(username !== '' && {
      auth: { user: decodeURIComponent(username), pass: decodeURIComponent(password) },
    }),
  };
}

/** Returns a failed delivery with only the code of an error: the reply of a server may contain the user's name. */
function toDelivery(error: unknown): Delivery {
  if (!(error instanceof Error)) return { kind: 'unavailable', because: 'e-mail: sending failed' };
  const code = 'code' in error && typeof error.code === 'string' ? error.code : error.name;
  const status =
    'responseCode' in error && typeof error.responseCode === 'number' ? error.responseCode : null;
  const because = `e-mail: ${meanings[code] ?? 'sending failed'} (${status === null ? code : `${code}, ${status}`})`;
  // The server accepted the connection and refused this message.
  return { kind: code === 'EMESSAGE' || code === 'EENVELOPE' ? 'failed' : 'unavailable', because };
}

const meanings: Partial<Record<string, string>> = {
  EAUTH: 'the server does not accept the user name and password',
  ECONNECTION: 'the server could not be reached',
  ECONNREFUSED: 'the server could not be reached',
  EDNS: 'the server could not be found',
  EENVELOPE: 'the server refuses the sender or all addresses',
  EMESSAGE: 'the server refuses the message',
  ESOCKET: 'the connection broke or could not be opened',
  ETIMEDOUT: 'no answer in time',
  ETLS: 'the server offers no encryption',
};

/** An e-mail without its sender and receivers. */
type Mail = {
  readonly subject: string;
  /** The same text as on other routes. */
  readonly text: string;
  readonly html: string;
  readonly messageId: string;
  readonly inReplyTo: string | null;
  readonly references: readonly string[];
};

/** The maximum number of references, because some servers refuse longer headers. */
const mostReferences = 20;

/**
 * Returns a message as an e-mail. Mail programs show e-mails that refer to the same one as a thread. `domain` is that of
 * the sender.
 */
export function buildMail(message: Message, reader: Reader, domain: string): Mail {
  const { subject, body } = renderMessage(message, reader);
  const createMessageId = (text: string) =>
    `<${createHash('sha256').update(text).digest('hex').slice(0, 40)}@${domain}>`;
  const [root, ...others] = listIncidents(message).slice(0, mostReferences).map(createMessageId);
  const isFirst = beginsEveryIncident(message);
  return {
    subject,
    text: body,
    html: mailHtml(buildMessageDocument(message, reader)),
    // The first mail of an incident is named after it, so that later ones can refer to it.
    messageId: isFirst && root !== undefined ? root : createMessageId(`message ${message.id}`),
    inReplyTo: isFirst ? null : (root ?? null),
    references: isFirst ? others : [...(root === undefined ? [] : [root]), ...others],
  };
}
